"""What goes around the service: its image, its manifests, its alerts, and the proxy before it."""
