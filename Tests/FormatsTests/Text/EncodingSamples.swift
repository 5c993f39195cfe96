import Testing

/// Short texts in many languages, written for these tests, with the encodings that can represent them.
struct EncodingSample: Sendable, CustomTestStringConvertible {
  let language: String
  let encodings: [String]
  let text: String

  var testDescription: String { language }

  init(_ language: String, _ encodings: String, _ text: String) {
    self.language = language
    self.encodings = encodings.split(separator: " ").map(String.init)
    self.text = text
  }

  static let all: [EncodingSample] = eastAsian + cyrillic + otherAlphabets + western + central

  private static let eastAsian = [
    EncodingSample(
      "Japanese", "Shift_JIS EUC-JP ISO-2022-JP",
      """
      昨日の夕方、古い橋のそばで祖父に会いました。川の水はとても冷たくて、子供たちは岸で石を投げて遊んでいました。\
      祖父は若いころの話をゆっくりと聞かせてくれました。来週の日曜日にもう一度そこへ行って、写真をたくさん撮るつもりです。
      """),
    EncodingSample(
      "Korean", "EUC-KR ISO-2022-KR",
      """
      어제 저녁에 오래된 다리 옆에서 할아버지를 만났습니다. 강물은 매우 차가웠고 아이들은 강가에서 돌을 던지며 놀고 있었습니다. \
      할아버지는 젊었을 때의 이야기를 천천히 들려주셨습니다. 다음 주 일요일에 다시 그곳에 가서 사진을 많이 찍을 생각입니다.
      """),
    EncodingSample(
      "Simplified Chinese", "GBK GB18030",
      """
      昨天傍晚，我在旧桥旁边遇见了祖父。河水很冷，孩子们在岸边扔石头玩。祖父慢慢地给我讲他年轻时候的故事，\
      说那时候每个人都认识自己的邻居。下个星期天我打算再去一次，多拍一些照片，然后写一封长信寄给住在北方的姐姐。
      """),
    EncodingSample(
      "Traditional Chinese", "Big5",
      """
      昨天傍晚，我在舊橋旁邊遇見了祖父。河水很冷，孩子們在岸邊丟石頭玩。祖父慢慢地給我講他年輕時候的故事，\
      說那時候每個人都認識自己的鄰居。下個星期天我打算再去一次，多拍一些照片，然後寫一封長信寄給住在北方的姐姐。
      """),
  ]

  private static let cyrillic = [
    EncodingSample(
      "Russian", "Windows-1251 KOI8-R KOI8-U ISO-8859-5 IBM866 x-mac-cyrillic",
      """
      Вчера вечером я встретил дедушку возле старого моста. Вода в реке была очень холодной, а дети бросали с берега камни. \
      Он медленно рассказывал о своей молодости, когда каждый знал всех своих соседей. В воскресенье я поеду туда снова.
      """),
    EncodingSample(
      "Ukrainian", "Windows-1251 KOI8-U x-mac-cyrillic",
      """
      Учора ввечері я зустрів дідуся біля старого мосту. Вода в річці була дуже холодна, а діти кидали з берега каміння. \
      Він повільно розповідав про свою молодість, коли кожен знав усіх своїх сусідів. У неділю я поїду туди знову.
      """),
    EncodingSample(
      "Belarusian", "Windows-1251",
      """
      Учора ўвечары я сустрэў дзядулю каля старога моста. Вада ў рацэ была вельмі халодная, а дзеці кідалі з берага камяні. \
      Ён павольна расказваў пра сваю маладосць, калі кожны ведаў усіх сваіх суседзяў. У нядзелю я паеду туды зноў.
      """),
    EncodingSample(
      "Bulgarian", "Windows-1251 ISO-8859-5",
      """
      Снощи срещнах дядо си до стария мост. Водата в реката беше много студена, а децата хвърляха камъни от брега. \
      Той бавно разказваше за младостта си, когато всеки познаваше всичките си съседи. В неделя ще отида там отново.
      """),
    EncodingSample(
      "Serbian", "Windows-1251 ISO-8859-5",
      """
      Синоћ сам срео деду код старог моста. Вода у реци је била веома хладна, а деца су са обале бацала камење. \
      Полако је причао о својој младости, када је свако познавао све своје комшије. У недељу ћу поново отићи тамо.
      """),
    EncodingSample(
      "Macedonian", "Windows-1251",
      """
      Синоќа го сретнав дедо ми кај стариот мост. Водата во реката беше многу студена, а децата фрлаа камења од брегот. \
      Тој полека раскажуваше за својата младост, кога секој ги познаваше сите свои соседи. Во недела ќе одам таму пак.
      """),
  ]

  private static let otherAlphabets = [
    EncodingSample(
      "Greek", "Windows-1253 ISO-8859-7",
      """
      Χθες το βράδυ συνάντησα τον παππού μου δίπλα στην παλιά γέφυρα. Το νερό του ποταμού ήταν πολύ κρύο και τα παιδιά \
      πετούσαν πέτρες από την όχθη. Μου μιλούσε αργά για τα νιάτα του, τότε που όλοι γνώριζαν τους γείτονές τους.
      """),
    EncodingSample(
      "Hebrew", "Windows-1255 ISO-8859-8",
      """
      אתמול בערב פגשתי את סבא שלי ליד הגשר הישן. המים בנהר היו קרים מאוד, והילדים זרקו אבנים מן הגדה. הוא סיפר לי לאט על \
      ימי נעוריו, כאשר כל אחד הכיר את כל שכניו. ביום ראשון אסע לשם שוב ואצלם הרבה תמונות בשביל אחותי שגרה בצפון.
      """),
    EncodingSample(
      "Arabic", "Windows-1256 ISO-8859-6",
      """
      التقيت مساء أمس بجدي قرب الجسر القديم. كان ماء النهر باردا جدا وكان الأطفال يرمون الحجارة من الضفة. حدثني ببطء عن أيام \
      شبابه عندما كان كل واحد يعرف جميع جيرانه. سأذهب إلى هناك مرة أخرى يوم الأحد وألتقط صورا كثيرة لأختي.
      """),
    EncodingSample(
      "Persian", "Windows-1256",
      """
      ديروز عصر پدربزرگم را کنار پل قديمي ديدم. آب رودخانه خيلي سرد بود و بچه ها از کنار رود سنگ مي انداختند. او آهسته از \
      روزهاي جواني خود گفت که هر کس همه همسايه هاي خود را مي شناخت. روز جمعه دوباره به آنجا مي روم و عکس مي گيرم.
      """),
    EncodingSample(
      "Turkish", "Windows-1254 ISO-8859-9",
      """
      Dün akşam eski köprünün yanında dedemle karşılaştım. Irmağın suyu çok soğuktu ve çocuklar kıyıdan taş atıyorlardı. \
      Bana yavaş yavaş gençliğini anlattı; o zamanlar herkes bütün komşularını tanırmış. Pazar günü oraya yine gideceğim.
      """),
    EncodingSample(
      "Thai", "Windows-874",
      """
      เมื่อวานตอนเย็นฉันพบคุณปู่ที่ข้างสะพานเก่า น้ำในแม่น้ำเย็นมากและเด็กๆ กำลังขว้างก้อนหินจากริมฝั่ง \
      คุณปู่เล่าเรื่องในวัยหนุ่มให้ฉันฟังอย่างช้าๆ ในเวลานั้นทุกคนรู้จักเพื่อนบ้านทั้งหมด วันอาทิตย์หน้าฉันจะไปที่นั่นอีกครั้งและถ่ายรูปจำนวนมาก
      """),
    EncodingSample(
      "Vietnamese", "Windows-1258",
      """
      Chiều hôm qua tôi gặp ông tôi bên cạnh cây cầu cũ. Nước sông rất lạnh và trẻ con đang ném đá từ trên bờ. Ông chậm rãi \
      kể cho tôi nghe về thời trẻ của mình, khi mọi người đều biết tất cả hàng xóm. Chủ nhật tôi sẽ lại đến đó.
      """),
  ]

  private static let western = [
    EncodingSample(
      "German", "Windows-1252 Macintosh",
      """
      Gestern Abend traf ich meinen Großvater neben der alten Brücke. Das Wasser im Fluss war sehr kühl, und die Kinder warfen \
      Steine vom Ufer. Er erzählte mir langsam von früher, als jeder alle seine Nachbarn kannte. Am Sonntag möchte ich wieder hin.
      """),
    EncodingSample(
      "French", "Windows-1252",
      """
      Hier soir, j’ai rencontré mon grand-père près du vieux pont. L’eau de la rivière était très froide et les enfants jetaient \
      des pierres depuis la rive. Il m’a raconté lentement sa jeunesse, à l’époque où chacun connaissait tous ses voisins.
      """),
    EncodingSample(
      "Spanish", "Windows-1252",
      """
      Ayer por la tarde encontré a mi abuelo junto al puente viejo. El agua del río estaba muy fría y los niños tiraban piedras \
      desde la orilla. ¿Qué contaba? Me habló despacio de su juventud, cuando cada uno conocía a todos los vecinos del pueblo.
      """),
    EncodingSample(
      "Portuguese", "Windows-1252",
      """
      Ontem à tarde encontrei o meu avô junto da ponte velha. A água do rio estava muito fria e as crianças atiravam pedras da \
      margem. Ele falou-me devagar da sua mocidade, quando toda a gente conhecia os vizinhos. No domingo irei lá outra vez, então.
      """),
    EncodingSample(
      "Italian", "Windows-1252",
      """
      Ieri sera ho incontrato mio nonno vicino al vecchio ponte. L’acqua del fiume era freddissima e i bambini tiravano sassi \
      dalla riva. Perché no? Mi ha parlato piano della sua gioventù, quando ognuno conosceva tutti i vicini della città.
      """),
    EncodingSample(
      "Swedish", "Windows-1252",
      """
      I går kväll träffade jag min farfar vid den gamla bron. Vattnet i ån var mycket kallt och barnen kastade stenar från \
      stranden. Han berättade långsamt om sin ungdom, då var och en kände alla sina grannar. På söndag åker jag dit igen.
      """),
    EncodingSample(
      "Danish", "Windows-1252",
      """
      I går aftes mødte jeg min bedstefar ved den gamle bro. Vandet i åen var meget koldt, og børnene kastede sten fra bredden. \
      Han fortalte langsomt om sin ungdom, da enhver kendte alle sine naboer. På søndag tager jeg derhen igen og ser på æblerne.
      """),
    EncodingSample(
      "Finnish", "Windows-1252",
      """
      Eilen illalla tapasin isoisäni vanhan sillan vieressä. Joen vesi oli hyvin kylmää, ja lapset heittelivät kiviä rannalta. \
      Hän kertoi hitaasti nuoruudestaan, jolloin jokainen tunsi kaikki naapurinsa. Sunnuntaina menen sinne jälleen.
      """),
    EncodingSample(
      "Icelandic", "Windows-1252",
      """
      Í gærkvöldi hitti ég afa minn við gömlu brúna. Vatnið í ánni var mjög kalt og börnin köstuðu steinum af bakkanum. Hann \
      sagði mér hægt frá æsku sinni, þegar hver maður þekkti alla nágranna sína. Á sunnudaginn fer ég þangað aftur.
      """),
    EncodingSample(
      "Catalan", "Windows-1252",
      """
      Ahir al vespre vaig trobar el meu avi al costat del pont vell. L’aigua del riu era molt freda i els nens llançaven pedres \
      des de la riba. Em va parlar a poc a poc de la seva joventut, quan tothom coneixia els seus veïns. Diumenge hi tornaré.
      """),
  ]

  private static let central = [
    EncodingSample(
      "Polish", "Windows-1250 ISO-8859-2 IBM852",
      """
      Wczoraj wieczorem spotkałem dziadka przy starym moście. Woda w rzece była bardzo zimna, a dzieci rzucały z brzegu kamienie. \
      Powoli opowiadał mi o swojej młodości, kiedy każdy znał wszystkich sąsiadów. W niedzielę znów tam pojadę.
      """),
    EncodingSample(
      "Czech", "Windows-1250 ISO-8859-2",
      """
      Včera večer jsem potkal dědečka u starého mostu. Voda v řece byla velmi studená a děti házely ze břehu kameny. Pomalu mi \
      vyprávěl o svém mládí, kdy každý znal všechny své sousedy. V neděli tam pojedu znovu a vyfotím spoustu obrázků.
      """),
    EncodingSample(
      "Slovak", "Windows-1250 ISO-8859-2",
      """
      Včera večer som stretol starého otca pri starom moste. Voda v rieke bola veľmi studená a deti hádzali z brehu kamene. Pomaly \
      mi rozprával o svojej mladosti, keď každý poznal všetkých susedov. V nedeľu tam pôjdem znova a urobím veľa fotografií.
      """),
    EncodingSample(
      "Hungarian", "Windows-1250 ISO-8859-2",
      """
      Tegnap este a régi hídnál találkoztam a nagyapámmal. A folyó vize nagyon hideg volt, és a gyerekek köveket dobáltak a partról. \
      Lassan mesélt a fiatalságáról, amikor még mindenki ismerte az összes szomszédját. Vasárnap újra elmegyek oda, és időt töltök vele.
      """),
    EncodingSample(
      "Romanian", "Windows-1250",
      """
      Aseară l-am întâlnit pe bunicul meu lângă podul cel vechi. Apa râului era foarte rece, iar copiii aruncau pietre de pe mal. \
      Mi-a povestit încet despre tinereţea lui, când fiecare îşi cunoştea toţi vecinii. Duminică voi merge din nou acolo.
      """),
    EncodingSample(
      "Croatian", "Windows-1250 ISO-8859-2",
      """
      Jučer navečer sreo sam djeda kraj starog mosta. Voda u rijeci bila je vrlo hladna, a djeca su s obale bacala kamenčiće. \
      Polako mi je pričao o svojoj mladosti, kada je svatko poznavao sve susjede. U nedjelju ću opet otići onamo, možda već ujutro.
      """),
    EncodingSample(
      "Lithuanian", "Windows-1257",
      """
      Vakar vakare prie seno tilto sutikau savo senelį. Upės vanduo buvo labai šaltas, o vaikai mėtė akmenis nuo kranto. Jis lėtai \
      pasakojo apie savo jaunystę, kai kiekvienas pažinojo visus kaimynus. Sekmadienį vėl ten važiuosiu ir fotografuosiu žmones.
      """),
    EncodingSample(
      "Latvian", "Windows-1257",
      """
      Vakar vakarā pie vecā tilta satiku savu vectēvu. Upes ūdens bija ļoti auksts, un bērni no krasta meta akmeņus. Viņš lēnām \
      stāstīja par savu jaunību, kad katrs pazina visus savus kaimiņus. Svētdien es braukšu turp vēlreiz.
      """),
    EncodingSample(
      "Estonian", "Windows-1257 Windows-1252",
      """
      Eile õhtul kohtasin vana silla juures oma vanaisa. Jõe vesi oli väga külm ja lapsed viskasid kaldalt kive. Ta rääkis mulle \
      aeglaselt oma noorusest, kui igaüks tundis kõiki oma naabreid. Pühapäeval lähen ma jälle sinna.
      """),
  ]
}
