"""Prints the name or text of each node of the web pages on the accessibility bus, as a JSON array."""

import json

import dbus

ACCESSIBLE = "org.a11y.atspi.Accessible"
TEXT = "org.a11y.atspi.Text"
DOCUMENT_WEB = 95  # ATSPI_ROLE_DOCUMENT_WEB

launcher = dbus.SessionBus().get_object("org.a11y.Bus", "/org/a11y/bus")
bus = dbus.bus.BusConnection(launcher.GetAddress(dbus_interface="org.a11y.Bus"))
texts = []


def node_at(name, path):
    return bus.get_object(name, path, introspect=False)


def children_of(node):
    return [node_at(*reference) for reference in node.GetChildren(dbus_interface=ACCESSIBLE)]


def text_of(node):
    """Returns the accessible name. A node without a name has the text that a screen reader reads."""
    name = str(node.Get(ACCESSIBLE, "Name", dbus_interface="org.freedesktop.DBus.Properties"))
    if name or TEXT not in node.GetInterfaces(dbus_interface=ACCESSIBLE):
        return name
    text = str(node.GetText(0, -1, dbus_interface=TEXT))
    return text.replace("\ufffc", "").strip()  # U+FFFC stands for a child


def read(node, is_in_page):
    is_in_page = is_in_page or node.GetRole(dbus_interface=ACCESSIBLE) == DOCUMENT_WEB
    if is_in_page:
        texts.append(text_of(node))
    for child in children_of(node):
        read(child, is_in_page)


def web_process_roots():
    """Returns the roots of WebKitGTK's web processes, which list them in their cache."""
    for name in bus.list_names():
        if "WebProcess" in name:
            cache = node_at(name, "/org/a11y/atspi/cache")
            for item in cache.GetItems(dbus_interface="org.a11y.atspi.Cache")[:1]:
                yield node_at(*item[0])


read(node_at("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"), False)
for root in web_process_roots():
    read(root, True)
print(json.dumps([text for text in texts if text]))
