/// The requests and events of Wayland's interfaces, with their names from the protocols.
///
/// The number of a message is its index among the requests or events of its interface. Therefore, the cases
/// are in the order of the protocols, and only cases after the last used case are omitted.
/// `Tests/Structure/headers.py` compares the cases with the files of the protocols. (Source: wayland.xml,
/// xdg-shell.xml, xdg-decoration-unstable-v1.xml, viewporter.xml, fractional-scale-v1.xml,
/// ext-data-control-v1.xml, wlr-data-control-unstable-v1.xml.)
enum Wayland {
  // MARK: wayland

  /// Requests of `wl_display`.
  enum Display: UInt16, WaylandRequest { case sync, getRegistry }
  /// Events of `wl_display`.
  enum DisplayEvent: UInt16 { case error, deleteId }
  /// Requests of `wl_registry`.
  enum Registry: UInt16, WaylandRequest { case bind }
  /// Events of `wl_registry`.
  enum RegistryEvent: UInt16 { case global, globalRemove }
  /// Requests of `wl_compositor`.
  enum Compositor: UInt16, WaylandRequest { case createSurface }
  /// Requests of `wl_surface`.
  enum Surface: UInt16, WaylandRequest {
    case destroy, attach, damage, frame, setOpaqueRegion, setInputRegion, commit, setBufferTransform,
      setBufferScale
  }
  /// Events of `wl_surface`.
  enum SurfaceEvent: UInt16 { case enter, leave }
  /// Events of `wl_callback`.
  enum CallbackEvent: UInt16 { case done }
  /// Events of `wl_output`.
  enum OutputEvent: UInt16 { case geometry, mode, done, scale }
  /// Requests of `wl_shm`.
  enum SharedMemory: UInt16, WaylandRequest { case createPool }
  /// Requests of `wl_shm_pool`.
  enum MemoryPool: UInt16, WaylandRequest { case createBuffer, destroy }
  /// Requests of `wl_buffer`.
  enum Buffer: UInt16, WaylandRequest { case destroy }
  /// Events of `wl_buffer`.
  enum BufferEvent: UInt16 { case release }

  /// Requests of `wl_seat`.
  enum Seat: UInt16, WaylandRequest { case getPointer, getKeyboard, getTouch }
  /// Events of `wl_seat`.
  enum SeatEvent: UInt16 { case capabilities }
  /// Requests of `wl_pointer`.
  enum Pointer: UInt16, WaylandRequest { case setCursor }
  /// Events of `wl_pointer`.
  enum PointerEvent: UInt16 { case enter, leave, motion, button, axis }
  /// Events of `wl_keyboard`.
  enum KeyboardEvent: UInt16 { case keymap, enter, leave, key, modifiers, repeatInfo }
  /// Events of `wl_touch`.
  enum TouchEvent: UInt16 { case down, up, motion, frame, cancel }

  /// Requests of `wl_data_device_manager`.
  enum DataDeviceManager: UInt16, WaylandRequest { case createDataSource, getDataDevice }
  /// Requests of `wl_data_device`.
  enum DataDevice: UInt16, WaylandRequest { case startDrag, setSelection }
  /// Events of `wl_data_device`.
  enum DataDeviceEvent: UInt16 { case dataOffer, enter, leave, motion, drop, selection }
  /// Requests of `wl_data_source`.
  enum DataSource: UInt16, WaylandRequest { case offer, destroy, setActions }
  /// Events of `wl_data_source`.
  enum DataSourceEvent: UInt16 { case target, send, cancelled, dndDropPerformed, dndFinished }
  /// Requests of `wl_data_offer`.
  enum DataOffer: UInt16, WaylandRequest { case accept, receive, destroy, finish, setActions }
  /// Events of `wl_data_offer`.
  enum DataOfferEvent: UInt16 { case offer, sourceActions, action }

  // MARK: xdg-shell and xdg-decoration

  /// Requests of `xdg_wm_base`.
  enum Shell: UInt16, WaylandRequest { case destroy, createPositioner, getXdgSurface, pong }
  /// Events of `xdg_wm_base`.
  enum ShellEvent: UInt16 { case ping }
  /// Requests of `xdg_surface`.
  enum ShellSurface: UInt16, WaylandRequest {
    case destroy, getToplevel, getPopup, setWindowGeometry, ackConfigure
  }
  /// Events of `xdg_surface`.
  enum ShellSurfaceEvent: UInt16 { case configure }
  /// Requests of `xdg_toplevel`.
  enum Window: UInt16, WaylandRequest {
    case destroy, setParent, setTitle, setAppId, showWindowMenu, move, resize, setMaxSize, setMinSize
  }
  /// Events of `xdg_toplevel`.
  enum WindowEvent: UInt16 { case configure, close }
  /// Requests of `zxdg_decoration_manager_v1`.
  enum DecorationManager: UInt16, WaylandRequest { case destroy, getToplevelDecoration }
  /// Requests of `zxdg_toplevel_decoration_v1`.
  enum Decoration: UInt16, WaylandRequest { case destroy, setMode }
  /// Events of `zxdg_toplevel_decoration_v1`.
  enum DecorationEvent: UInt16 { case configure }

  // MARK: viewporter and fractional-scale

  /// Requests of `wp_viewporter`.
  enum Viewporter: UInt16, WaylandRequest { case destroy, getViewport }
  /// Requests of `wp_viewport`.
  enum Viewport: UInt16, WaylandRequest { case destroy, setSource, setDestination }
  /// Requests of `wp_fractional_scale_manager_v1`.
  enum FractionalScaleManager: UInt16, WaylandRequest { case destroy, getFractionalScale }
  /// Events of `wp_fractional_scale_v1`.
  enum FractionalScaleEvent: UInt16 { case preferredScale }

  // MARK: ext-data-control and wlr-data-control

  /// Requests of `ext_data_control_manager_v1` and `zwlr_data_control_manager_v1`.
  enum ControlManager: UInt16, WaylandRequest { case createDataSource, getDataDevice }
  /// Requests of `ext_data_control_device_v1` and `zwlr_data_control_device_v1`.
  enum ControlDevice: UInt16, WaylandRequest { case setSelection, destroy, setPrimarySelection }
  /// Events of `ext_data_control_device_v1` and `zwlr_data_control_device_v1`.
  enum ControlDeviceEvent: UInt16 { case dataOffer, selection, finished, primarySelection }
  /// Requests of `ext_data_control_source_v1` and `zwlr_data_control_source_v1`.
  enum ControlSource: UInt16, WaylandRequest { case offer, destroy }
  /// Events of `ext_data_control_source_v1` and `zwlr_data_control_source_v1`.
  enum ControlSourceEvent: UInt16 { case send, cancelled }
  /// Requests of `ext_data_control_offer_v1` and `zwlr_data_control_offer_v1`.
  enum ControlOffer: UInt16, WaylandRequest { case receive, destroy }
  /// Events of `ext_data_control_offer_v1` and `zwlr_data_control_offer_v1`.
  enum ControlOfferEvent: UInt16 { case offer }
}

/// A request of one interface.
protocol WaylandRequest: RawRepresentable<UInt16> {}

extension WaylandMessage {
  /// Returns the event of an interface; nil if this program does not use the event.
  func event<Event: RawRepresentable<UInt16>>(_ interface: Event.Type = Event.self) -> Event? {
    Event(rawValue: opcode)
  }
}
