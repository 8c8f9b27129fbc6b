"""Parts of a page: tables, a chart, pictures. Texts are escaped here."""

import base64
import html
import math

STYLE = """
body { font: 15px/1.45 sans-serif; color: #222; max-width: 62em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.7em; margin-bottom: 0; } h2 { font-size: 1.25em; margin-top: 1.8em; }
h3 { font-size: 1.05em; margin-bottom: 0.3em; } .small, caption { color: #666; font-size: 0.9em; }
table { border-collapse: collapse; margin: 0.5em 0; } caption { text-align: left; }
th, td { text-align: left; vertical-align: top; padding: 0.2em 1em 0.2em 0; }
tr { border-bottom: 1px solid #ddd; } td.number { text-align: right; white-space: nowrap; }
figure { margin: 1em 0; } img, svg { max-width: 100%; height: auto; }
.fault { color: #a00; font-weight: bold; }
"""


def number(value):
    """Six significant digits, or an empty text for what is no number."""
    if isinstance(value, (list, tuple)):
        return ", ".join(number(v) for v in value)
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return str(value)
    return f"{value:.6g}" if math.isfinite(value) else ""


def table(rows, heading=None, name=None):
    """Rows of texts, or pairs (text, class of the cell)."""
    def cell(of, tag):
        text, kind = of if isinstance(of, tuple) else (of, None)
        return f"<{tag}{f' class={chr(34)}{kind}{chr(34)}' if kind else ''}>{html.escape(str(text))}</{tag}>"

    lines = ["".join(cell(c, "th") for c in heading)] if heading else []
    for row in rows:
        first = "td" if heading else "th"
        lines.append(cell(row[0], first) + "".join(cell(c, "td") for c in row[1:]))
    mark = f' id="{html.escape(name)}"' if name else ""
    return f"<table{mark}>\n" + "".join(f"<tr>{line}</tr>\n" for line in lines) + "</table>\n"


def paragraph(text, kind=None):
    return f"<p{f' class={chr(34)}{kind}{chr(34)}' if kind else ''}>{html.escape(text)}</p>\n"


def heading(text, level=2):
    return f"<h{level}>{html.escape(text)}</h{level}>\n"


def picture(png, caption):
    data = base64.b64encode(png).decode("ascii")
    caption = html.escape(caption)
    return (f'<figure><img alt="{caption}" src="data:image/png;base64,{data}"/>'
            f'<figcaption class="small">{caption}</figcaption></figure>\n')


def ticks(low, high, most=5):
    """Round numbers between two values."""
    if not high > low:
        return [low]
    step = 10.0 ** math.floor(math.log10((high - low) / most))
    step = next(step * m for m in (1, 2, 5, 10, 20) if (high - low) / (step * m) <= most)
    first = math.ceil(low / step - 1e-9)
    return [step * i for i in range(first, math.floor(high / step + 1e-9) + 1)]


def chart(x, curves, x_title):
    """A picture (SVG) of curves (title, values), one above the other, with a common axis."""
    width, height, left, right, top, gap = 760, 190, 90, 20, 24, 24
    parts, y = [], 0
    x_low, x_high = min(x), max(x)
    across = (width - left - right) / ((x_high - x_low) or 1.0)
    for title, values in curves:
        pairs = [(a, b) for a, b in zip(x, values) if math.isfinite(b)]
        if not pairs:
            continue
        low, high = min(b for _, b in pairs), max(b for _, b in pairs)
        is_constant = high - low <= 1e-4 * max(abs(high), abs(low))  # else rounding fills the chart
        margin = 0.05 * (abs(high) or 1.0) if is_constant else 0.05 * (high - low)
        low, high = low - margin, high + margin
        bottom = y + height - gap
        up = (bottom - y - top) / (high - low)
        for tick in ticks(low, high, 4):
            at = bottom - up * (tick - low)
            parts.append(f'<line x1="{left}" x2="{width - right}" y1="{at:.1f}" y2="{at:.1f}" '
                         f'stroke="#ddd"/><text x="{left - 6}" y="{at + 4:.1f}" font-size="12" '
                         f'text-anchor="end">{number(tick)}</text>')
        points = " ".join(f"{left + across * (a - x_low):.1f},{bottom - up * (b - low):.1f}"
                          for a, b in pairs)
        parts.append(f'<polyline points="{points}" fill="none" stroke="#1f5fa8" stroke-width="1.6"/>'
                     f'<text x="{left}" y="{y + 14}" font-size="13">{html.escape(title)}</text>')
        y += height
    for tick in ticks(x_low, x_high, 10):
        if tick == int(tick):
            parts.append(f'<text x="{left + across * (tick - x_low):.1f}" y="{y - 6}" font-size="12" '
                         f'text-anchor="middle">{number(tick)}</text>')
    parts.append(f'<text x="{width - right}" y="{y + 12}" font-size="12" '
                 f'text-anchor="end">{html.escape(x_title)}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y + 18}" '
            f'width="{width}" font-family="sans-serif">' + "".join(parts) + "</svg>\n")


def page(title, content):
    title = html.escape(title)
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
            f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
            f"<h1>{title}</h1>\n{content}</body>\n</html>\n")
