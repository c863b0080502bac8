"""Every command does its main job as a whole process: data on stdout, talk on stderr, the exit code of the contract."""

import json
from pathlib import Path

import pytest

import sectio
from sectio import demo
from sectio.apps.cli import COMMANDS
from sectio.bundle import Bundle
from tests.apps.test_cli import run

PAGES = [source for _, source in demo.pages()]
# Commands with whole-command tests of their own, and where these are.
ELSEWHERE = {
    "site": "apps/test_site.py",
    "serve": "apps/server/test_server.py",
    "mcp": "integrations/test_mcp.py",
    "extract": "apps/test_cli.py",
    "methods": "apps/test_cli.py",
    "demo": "apps/test_cli.py",
    "batch": "apps/test_batch.py",
    "records": "apps/test_records.py",
    "evaluate": "lab/test_cli.py",
    "train": "lab/training/test_train.py",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six pages of one site, the site learned from five of them, and a page of another site."""
    made = tmp_path_factory.mktemp("site")
    (made / "pages").mkdir()
    for number, source in enumerate(PAGES):
        (made / "pages" / f"{number}.html").write_bytes(source)
    (made / "other.html").write_text("<table><tr><td>Another<td>site</table><ul><li>with<li>a<li>list</ul>" * 9)
    done = run("learn", str(made / "pages"), "--limit", "5", "-o", str(made / "site.json"))
    assert done.returncode == 0, done.stderr
    assert done.stdout == b""
    assert b"learned template from 5 pages" in done.stderr
    return made


def test_every_command_is_run_by_some_test() -> None:
    here = {name.removeprefix("test_").split("_")[0] for name in globals() if name.startswith("test_")}
    assert set(COMMANDS) <= here | set(ELSEWHERE)
    assert all((Path(__file__).parents[1] / path).exists() for path in ELSEWHERE.values())


def test_learn_is_what_the_library_learns(folder: Path) -> None:
    assert sectio.load(folder / "site.json").pattern == sectio.learn(PAGES[:5]).pattern
    done = run("extract", str(folder / "pages" / "5.html"), "--template", str(folder / "site.json"))
    assert done.stdout.decode().strip() == sectio.extract(PAGES[5], template=sectio.learn(PAGES[:5])).text


def test_learn_draws_a_sample(folder: Path) -> None:
    """At random, the same for the same seed; not simply the first pages."""

    def learned(*given: str) -> bytes:
        done = run("learn", str(folder / "pages"), "--sample", "3", *given, "-o", str(folder / "drawn.json"))
        assert b"learned template from 3 pages" in done.stderr
        return (folder / "drawn.json").read_bytes()

    drawn = [learned("--seed", str(seed)) for seed in range(4)]
    assert learned("--seed", "2") == drawn[2]
    assert len(set(drawn)) > 1


def test_learn_names_and_leaves_out_what_is_no_page(folder: Path, tmp_path: Path) -> None:
    """One bad file costs only itself; a folder of nothing else gives no site."""
    for number, page in enumerate(PAGES[:5]):
        (tmp_path / f"{number}.html").write_bytes(page)
    (tmp_path / "bad.html").write_bytes(b"%PDF-1.7 and so on")
    done = run("learn", str(tmp_path), "-o", str(folder / "rest.json"))
    assert done.returncode == 1
    assert b"bad.html: " in done.stderr
    assert b"learned template from 5 pages" in done.stderr
    assert sectio.load(folder / "rest.json").pattern == sectio.learn(PAGES[:5]).pattern
    done = run("learn", str(tmp_path / "bad.html"), "-o", str(folder / "none.json"))
    assert done.returncode == 5
    assert not (folder / "none.json").exists()


def test_learn_says_what_is_wrong(folder: Path) -> None:
    """A method that learns nothing, and a stream."""
    out = str(folder / "x.json")
    assert run("learn", str(folder / "pages"), "-m", "body", "-o", out).returncode == 2
    assert run("learn", "-", "-o", out, given=PAGES[0]).returncode == 1
    assert not Path(out).exists()


def test_match_of_a_page_that_fits(folder: Path) -> None:
    done = run("match", str(folder / "site.json"), str(folder / "pages" / "5.html"))
    assert done.returncode == 0
    assert b" fits " in done.stdout
    assert done.stderr == b""


def test_match_of_a_drifted_page_is_exit_1(folder: Path) -> None:
    """One drifted page among several is enough; every page has its line."""
    drifted, fitting = str(folder / "other.html"), str(folder / "pages" / "5.html")
    done = run("match", str(folder / "site.json"), drifted, fitting, "--format", "jsonl")
    assert done.returncode == 1
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(record["source"], record["fits"]) for record in records] == [(drifted, False), (fitting, True)]
    assert records[0]["coverage"] < sectio.load(folder / "site.json").drift_threshold <= records[1]["coverage"]
    assert b"DRIFT" in run("match", str(folder / "site.json"), drifted).stdout


def test_match_goes_on_after_a_failure(folder: Path) -> None:
    """What cannot be read is told, the rest is matched, and the exit code is 1; what is no site file is an error."""
    page = str(folder / "pages" / "5.html")
    done = run("match", str(folder / "site.json"), "no-such-file.html", page)
    assert done.returncode == 1
    assert b"no-such-file.html" in done.stderr
    assert b" fits " in done.stdout
    broken = run("match", page, page)
    assert broken.returncode == 1
    assert b"not a site file" in broken.stderr
    assert b"Traceback" not in broken.stderr


@pytest.mark.parametrize("style", ["table", "json", "html"])
def test_sections_in_every_format(folder: Path, style: str) -> None:
    page = folder / "pages" / "5.html"
    done = run("sections", str(page), "--template", str(folder / "site.json"), "--format", style)
    assert done.returncode == 0, done.stderr
    said = done.stdout.decode()
    assert said
    if style == "json":
        found = sectio.sections(PAGES[5], template=sectio.learn(PAGES[:5]))
        data = json.loads(said)
        listed = data["sections"] if isinstance(data, dict) else data
        assert [one["noisy"] for one in listed] == [section.noisy for section in found]


@pytest.mark.parametrize("name", ["mine.site", "mine/"])
def test_sections_with_a_bundle(tmp_path: Path, name: str) -> None:
    """A file or a folder, as `extract` takes them."""
    bundle = Bundle.learn(PAGES[:6])
    bundle.save(f"{tmp_path}/{name}")
    (tmp_path / "page.html").write_bytes(PAGES[6])
    page, given = str(tmp_path / "page.html"), ("--template", str(tmp_path / name))
    done = run("sections", page, *given, "--format", "json")
    assert done.returncode == 0, done.stderr
    expected = sectio.sections(PAGES[6], template=bundle)
    assert [one["importance"] for one in json.loads(done.stdout)] == [one.importance for one in expected]
    assert run("inspect", page, *given, "-o", "-").returncode == 0


def test_json_and_report_show_the_same_sections() -> None:
    """`--format html` is the inspector's report; `sectio inspect` writes it with methods compared."""
    page = str(Path(__file__).parents[1] / "golden" / "product" / "source.html")
    listed = json.loads(run("sections", page, "--format", "json").stdout)
    for command in (("sections", page, "--format", "html"), ("inspect", page, "-o", "-")):
        written = run(*command).stdout.decode()
        held = json.loads(written.partition('id="data">')[2].partition("</script>")[0])
        assert held["result"]["sections"] == listed
        assert f'data-s=\\"{len(listed) - 1}\\"' in written


def test_inspect_refuses_and_reports(folder: Path) -> None:
    """Clear exits: a page without content is still shown, more than one page is not, a broken one is an error."""
    target = folder / "report.html"
    assert run("inspect", "-", "-o", str(target), given=b"<html></html>").returncode == 3
    assert "<iframe" in target.read_text(encoding="utf-8")
    assert run("inspect", str(folder / "pages"), "-o", str(target)).returncode == 1
    assert run("inspect", "-", "-o", str(target), given=b"%PDF-1.4 \x00\x01\x02" * 40).returncode == 5
    assert run("inspect", "-", "-o", str(target), "--compare", "nonsense", given=PAGES[0]).returncode == 2
    assert run("inspect", "-", given=PAGES[0]).returncode == 2
    said = run("inspect", "-", "-o", str(target), "-v", given=PAGES[0]).stderr.decode()
    assert said.startswith(f"-: {len(PAGES[0]):,} bytes, ")
    assert said.endswith(" sections\n")


def test_type_of_several_pages(folder: Path) -> None:
    done = run("type", str(folder / "pages"), "--format", "jsonl")
    assert done.returncode == 0
    kinds = [json.loads(line)["page_type"] for line in done.stdout.splitlines()]
    assert kinds == [sectio.page_type(source).name for source in PAGES]
    assert run("type", "no-such-file.html").returncode == 1
    assert run("type", "-", given=PAGES[0]).stdout.startswith(b"article")


def test_type_by_a_method_with_types_of_its_own(folder: Path) -> None:
    """CoreEx tells articles from indexes and SD has three types; a method without types is refused before any work."""
    story = "<p>" + "The boats came home late, and nobody had expected them so soon. " * 9 + "</p>"
    index = "<ul>" + "<li><a href=/x>A headline that leads to a story</a> today</li>" * 30 + "</ul>"
    assert run("type", "-", "--method", "coreex", given=story.encode()).stdout.split()[0] == b"article"
    assert run("type", "-", "--method", "coreex", given=index.encode()).stdout.split()[0] == b"index"
    done = run("type", "-", "--method", "sd", "--format", "jsonl", given=PAGES[0])
    assert json.loads(done.stdout)["page_type"] == sectio.extract(PAGES[0], method="sd").page_type
    refused = run("type", "no-such-file.html", "--method", "cetr")
    assert refused.returncode == 2
    assert b"sectio, coreex, sd" in refused.stderr


def test_extract_with_boxes_from_a_browser(folder: Path) -> None:
    """One browser for all pages; without real boxes V-Wrapper says so."""
    pages = [str(folder / "pages" / name) for name in ("1.html", "2.html")]
    measured = run("extract", *pages, "-m", "vwrapper", "-f", "jsonl", "--layout", "chromium", "--timeout", "60")
    assert measured.returncode == 0, measured.stderr
    estimated = run("extract", *pages, "-m", "vwrapper", "-f", "jsonl")
    warnings = [[json.loads(line)["warnings"] for line in done.stdout.splitlines()] for done in (measured, estimated)]
    assert ["approximate_layout" in codes for codes in warnings[0]] == [False, False]
    assert ["approximate_layout" in codes for codes in warnings[1]] == [True, True]


def test_cluster_tells_sites_apart(folder: Path) -> None:
    done = run("cluster", str(folder), "--format", "json")
    assert done.returncode == 0
    groups = json.loads(done.stdout)
    assert [str(folder / "other.html")] in groups
    assert sorted(name for group in groups for name in group) == sorted(map(str, folder.rglob("*.html")))


def test_lab_writes_generated_sites(tmp_path: Path) -> None:
    done = run("lab", "sitegen", str(tmp_path), "--seed", "3", "--sites", "1", "--pages", "2")
    assert done.returncode == 0, done.stderr
    assert len(list(tmp_path.rglob("*.html*"))) == 2
    assert b"2 pages" in done.stderr


@pytest.mark.parametrize("command", ["sections", "type", "cluster", "records"])
def test_limits_and_talk_are_the_same_everywhere(command: str, folder: Path) -> None:
    """A page over the limit is exit 5, and nothing is written; `-v` says what is read, on stderr."""
    page = str(next(folder.glob("*.html")))
    done = run(command, page, "--max-bytes", "0.1K")
    assert (done.returncode, done.stdout) == (5, b"")
    assert b"max_bytes" in done.stderr
    said = run(command, page, "-v", "--max-bytes", "1M", "--timeout", "9")
    assert f"{page}: ".encode() in said.stderr
    assert b" bytes\n" in said.stderr
    assert run(command, page, "--max-bytes", "many").returncode == 2
    assert run(command, page, "--timeout", "0").returncode == 2


def test_match_of_one_page_has_its_own_exit_code(folder: Path) -> None:
    page = str(next(folder.glob("*.html")))
    site = folder.parent / "limits.json"
    assert run("learn", str(folder), "-o", str(site), "--limit", "3", "-v").returncode == 0
    assert run("match", str(site), page, "--max-bytes", "0.1K").returncode == 5
    assert run("match", str(site), page, page, "--max-bytes", "0.1K").returncode == 1


def test_sections_of_a_method(folder: Path) -> None:
    page = str(next(folder.glob("*.html")))
    found = json.loads(run("sections", page, "-f", "json", "--method", "body").stdout)
    assert not any(section["noisy"] for section in found if section["role"] != "hidden")


@pytest.mark.parametrize(
    ("called", "said"),
    [
        (("extrat", "page.html"), "Did you mean 'extract'?"),
        (
            ("extract", "page.html", "--method", "forest"),
            "needs a site: pass --template FILE, written by `sectio learn --method forest",
        ),
        (("sections", "-", "--method", "forest"), "method forest needs a site"),
    ],
)
def test_wrong_calls_are_usage_errors(called: tuple[str, ...], said: str) -> None:
    """They say what to do, before any page is worked on."""
    done = run(*called, given=PAGES[0])
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr.decode()


def test_a_list_that_is_missing_is_named_once() -> None:
    done = run("extract", "@no-such-list")
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        "sectio: @no-such-list: the list cannot be read (No such file or directory); check the path"
    ]


def test_an_address_of_another_kind_is_no_path() -> None:
    done = run("extract", "ftp://example.org/page.html")
    assert done.returncode == 1
    assert b"addresses begin with http:// or https://" in done.stderr


@pytest.mark.parametrize(
    "called",
    [
        ("extract", "PAGE"),
        ("sections", "PAGE"),
        ("type", "PAGE"),
        ("cluster", "PAGE"),
        ("match", "SITE", "PAGE"),
        ("records", "PAGE"),
        ("inspect", "PAGE"),
        ("learn", "PAGE"),
        ("lab", "judge", "PAGE"),
        ("site", "learn", "PAGE"),
    ],
    ids=lambda called: " ".join(called[:2]),
)
def test_no_page_is_lost_to_the_output(called: tuple[str, ...], folder: Path, tmp_path: Path) -> None:
    """Neither one that is read, nor work on pages because there is no place to write to."""
    page = tmp_path / "page.html"
    page.write_bytes(PAGES[0])
    names = {"PAGE": str(page), "SITE": str(folder / "site.json")}
    command = [names.get(part, part) for part in called]
    over = run(*command, "-o", str(page))
    assert (over.returncode, page.read_bytes() == PAGES[0]) == (2, True)
    assert b"would take the place of a page" in over.stderr
    missing = run(*command, "-o", str(tmp_path / "missing" / "out.html"))
    assert (missing.returncode, missing.stdout, b"cannot be written" in missing.stderr) == (1, b"", True)


def test_commands_that_work_long_look_first_where_to_write(tmp_path: Path) -> None:
    out = str(tmp_path / "missing" / "out")
    for command in (("demo",), ("train", str(tmp_path)), ("evaluate", str(tmp_path)), ("site", "https://a.example/")):
        done = run(*command, "-o", out)
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, b"", 1)


def test_an_output_inside_of_the_folder_that_is_read(tmp_path: Path) -> None:
    """As a page it would be read while it is written; with another name it is no page."""
    (tmp_path / "page.html").write_bytes(PAGES[0])
    assert run("extract", str(tmp_path), "-f", "html", "-o", str(tmp_path / "all.html")).returncode == 2
    assert run("extract", str(tmp_path), "-f", "jsonl", "-o", str(tmp_path / "all.jsonl")).returncode == 0


def test_a_site_goes_to_stdout(folder: Path) -> None:
    done = run("learn", str(folder / "pages"), "--limit", "5", "-o", "-")
    assert done.stdout.decode() == (folder / "site.json").read_text()


def test_an_empty_page_does_not_fit(folder: Path, tmp_path: Path) -> None:
    """A site that serves blank pages has changed."""
    (tmp_path / "blank.html").write_text("<html><body><div id=root></div><script>start()</script></body></html>")
    assert run("match", str(folder / "site.json"), str(tmp_path / "blank.html")).returncode == 1


@pytest.mark.parametrize(
    "called",
    [
        ("extract",),
        ("sections",),
        ("type",),
        ("records",),
        ("match", "SITE"),
        ("learn", "-o", "OUT"),
        ("batch", "-o", "OUT"),
    ],
    ids=lambda called: called[0],
)
def test_a_name_that_no_file_can_have_is_one_line(called: tuple[str, ...], folder: Path, tmp_path: Path) -> None:
    """Such as the page itself in place of its name."""
    names = {"SITE": str(folder / "site.json"), "OUT": str(tmp_path / "out")}
    done = run(*(names.get(part, part) for part in called), "many words " * 30)
    assert done.returncode in (1, 2)
    assert len(done.stderr.splitlines()) == 1
    assert b"File name too long" in done.stderr
