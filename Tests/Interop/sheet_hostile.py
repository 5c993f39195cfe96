HOSTILE=[]
def make_hostile(folder, only=""): return iter(())
