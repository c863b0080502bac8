"""Numbers for a monitor, in the text format that Prometheus reads."""

from collections import Counter
from dataclasses import dataclass, field

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


@dataclass
class Metrics:
    """Requests by route and status, and how long they took."""

    requests: Counter[tuple[str, int]] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    buckets: Counter[tuple[str, float]] = field(default_factory=Counter)

    def add(self, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self.requests[route, status] += 1
        self.seconds[route] += seconds  # type: ignore[assignment]
        self.buckets.update((route, most) for most in _BUCKETS if seconds <= most)

    def text(self, **gauges: float) -> str:
        """Everything, with these numbers of the moment."""
        lines = ["# TYPE sectio_requests_total counter"]
        lines += [
            f'sectio_requests_total{{route="{route}",status="{status}"}} {count}'
            for (route, status), count in sorted(self.requests.items())
        ]
        lines.append("# TYPE sectio_request_seconds histogram")
        for route in sorted(self.seconds):
            lines += [
                f'sectio_request_seconds_bucket{{route="{route}",le="{most:g}"}} {self.buckets[route, most]}'
                for most in _BUCKETS
            ]
            total = sum(count for (name, _), count in self.requests.items() if name == route)
            lines.append(f'sectio_request_seconds_bucket{{route="{route}",le="+Inf"}} {total}')
            lines.append(f'sectio_request_seconds_sum{{route="{route}"}} {self.seconds[route]:.6f}')
            lines.append(f'sectio_request_seconds_count{{route="{route}"}} {total}')
        for name, value in gauges.items():
            lines += [f"# TYPE sectio_{name} gauge", f"sectio_{name} {value:g}"]
        return "\n".join(lines) + "\n"
