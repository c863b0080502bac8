"""Who said it, when, and what: one contribution after the other, by hand."""

import pytest

from sectio.deadline import Deadline
from sectio.dom.parse import parse
from sectio.errors import TimeLimit
from sectio.threads.items import Item
from sectio.threads.parts import Parts
from sectio.threads.reading import Contribution, Reading

BODY = "<p>Said with some words.</p>"


def read(*inside: str, head: str = "", tag: str = "div") -> list[Contribution]:
    """What contributions with this inside say."""
    page = parse(
        f"<html><head>{head}</head><body>" + "".join(f"<{tag} class=item>{one}</{tag.split()[0]}>" for one in inside)
    )
    items = [
        Item(row, int(page.end[row]), "comment") for row, name in page.classes.items() if name.split()[0] == "item"
    ]
    reading = Reading(Parts(page), items)
    return [reading.said(i) for i in range(len(items))]


def text(*inside: str, head: str = "", number: int = 0) -> str:
    """The text of one of them."""
    page = parse(f"<html><head>{head}</head><body>" + "".join(f"<div class=item>{one}</div>" for one in inside))
    return page.join(list(read(*inside, head=head)[number].texts))


def author(inside: str) -> tuple[str | None, bool]:
    """The author, and whether the contribution is signed."""
    (found,) = read(inside)
    return found.author, found.is_signed


@pytest.mark.parametrize(
    ("inside", "name", "is_signed"),
    [
        ("<b class=author>Ann</b>", "Ann", True),
        ("<cite>Ann</cite>", "Ann", True),
        ("<span itemprop=author><i>by</i> <b itemprop=name>Ann</b></span>", "Ann", True),
        ("<a href=/user/7>Ann</a>", "Ann", True),
        ("<div class=author><img><b class=author>Ann</b> 17</div>", "Ann", True),  # the innermost
        ("<i class=author>1 May 2021</i><i class=author>Ann</i>", "Ann", True),
        ("<i class=author>reply</i><i class=author>Ann</i>", "Ann", True),
        ("<i class=author>Posted by Ann</i>", "Ann", True),
        ("<i class=author>by: @Ann</i>", "Ann", True),
        ("<i class=author>Ann says:</i>", "Ann", True),
        ("<i class=author>Ann wrote on ...</i>", "Ann", True),
        ("<i class=author>Ann | Member | 12 posts</i>", "Ann", True),
        (f"<i class=author>{'x' * 60}</i>", "x" * 60, True),
        (f"<i class=author>{'x' * 61}</i>", None, False),
        ("<i class=author>4711</i>", None, False),
        ("<i class=author>Posts: 12</i>", None, False),
        (
            "<div class=author>Ann <i class=author>17</i></div>",
            "Ann 17",
            True,
        ),  # what is around it, if the innermost is none
        ("<p>Ann on 4 May 2021</p>", "Ann", True),
        ("<time datetime=2021-05-06>now</time><p>Ann on 4 May 2021</p>", "Ann", True),
        ("<i class=date><b>Ann</b> 4 May 2021</i>", "Ann", True),
        (f"<p>{'so it is ' * 12}, posted by Ann</p>", "Ann", True),
        (f"<p>{'so it is ' * 20}, posted by Ann</p>", None, False),  # no line, but a text
        ("<p>Posted by Ann on 4 May 2021</p>", "Ann", True),
        ("<p>Posted by <i>Ann</i> here</p>", "Ann", True),
        ("<p><b>Ann</b></p>", "Ann", False),
        ("<h4>Ann</h4>", "Ann", False),
        ("<p><b><i><u>Ann</u></i></b></p>", "Ann", False),
        ("<p><b><s><s><s>Ann</s></s></s></b></p>", None, False),
        ("<p>so <b>Ann</b></p>", None, False),  # in the middle of a line
    ],
)
def test_who_said_it(inside: str, name: str | None, is_signed: bool) -> None:
    """Named so, then links to users, then what the words say; a name that is only set in bold signs nothing."""
    assert author(inside + BODY) == (name, is_signed)


def test_an_attribute_names_the_author() -> None:
    """Of the element itself, whatever is inside it."""
    for name in ("data-author", "author", "data-username"):
        (found,) = read(f"<i class=author>Bea</i>{BODY}", tag=f"div {name}=Ann")
        assert found.author == "Ann"
    (long,) = read(f"<i class=author>Bea</i>{BODY}", tag=f"div author={'x' * 61}")
    assert long.author == "Bea"


def test_a_user_in_the_text_did_not_write_it() -> None:
    assert author("<div class=body>I asked <b>Ann</b> and <a href=/user/7>Bea</a> about it</div>") == (
        None,
        False,
    )


@pytest.mark.parametrize(
    ("inside", "date"),
    [
        ("<time datetime=2021-03-04T09:15>yesterday</time>", "2021-03-04"),
        ("<i class=date title='4 March 2021'>4 days ago</i>", "2021-03-04"),
        ("<i class=date>4 March 2021</i>", "2021-03-04"),
        ("<i class=date>4 days ago</i>", "4 days ago"),
        ("<i class=date>soon</i><i class=date>4 March 2021</i>", "2021-03-04"),
        ("<p>4 March 2021</p>", "2021-03-04"),
        ("<p>4 days ago</p>", "4 days ago"),
        ("<p>4 days ago</p><p>4 March 2021</p>", "2021-03-04"),  # a day is better
        ("<p>4 days ago</p><p>5 days ago</p>", "4 days ago"),
        ("<p>Joined: 1 May 2011</p><p>Oslo</p><p>4 March 2021</p>", "2021-03-04"),
        ("<p>Member since</p><p>1 May 2011</p><p>4 March 2021</p>", "2021-03-04"),
        (f"<p>Member since {'x' * 16}</p><p>4 March 2021</p>", None),
        (f"<p>Member since {'x' * 17}</p><p>4 March 2021</p>", "2021-03-04"),  # too long for a label
        (f"<i class=date>4 March 2021 {'x' * 77}</i>", "2021-03-04"),
        (f"<i class=date>4 March 2021 {'x' * 78}</i>", None),
        ("<p>edited 5 March 2021</p>", None),
        ("<i class=date>May 4th, 9:15</i>", "May 4th, 9:15"),  # as written, without a year
        ("<i class=date>soon</i>", None),
        ("<div class=body><p>We</p><p>met</p><p>on</p><p>4 March 2021</p></div>", None),
    ],
)
def test_when_it_was_said(inside: str, date: str | None) -> None:
    """Stamped, or named so, or the first date that is not in the text and not about the author."""
    (found,) = read(inside + BODY)
    assert found.date == date
    assert found.is_signed == (date is not None)


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ("<b class=author>Ann</b> <i class=date>4 March 2021</i><p>I saw it.</p>", "I saw it."),
        ("<p><b class=author>Ann</b> of the north shore</p><p>I saw it.</p>", "I saw it."),  # a line about it
        ("<p><b class=author>Ann</b> one two three four five six seven eight</p><p>I saw it.</p>", "I saw it."),
        ("<p><b class=author>Ann</b> one two three four five six seven eight nine</p>", "one two three four five six seven eight nine"),
        ("<p>I saw it.</p><a href=#>Reply</a>", "I saw it."),
        ("<p>I saw it.</p><p>Like (3) | Share | Report</p>", "I saw it."),
        ("<p>I saw it.</p><p>Posts: 112</p>", "I saw it."),
        ("<p>I saw it.</p><div class=signature>Best, A.</div>", "I saw it."),
        ("<p>Hm.</p><div class=links>all that is said is in here</div>", "Hm. all that is said is in here"),  # most of it
        ("<div class=body><p>I saw it.</p></div><p>other</p>", "I saw it."),
        ("<div class=body><p>I saw it.</p><a href=#>Reply</a></div>", "I saw it."),
        ("<div class=body><p>I saw it.</p><p>reply</p></div>", "I saw it. reply"),  # no link
        ("<div class='body x'>I</div><div class='body x'>saw</div><div class='text y'>it</div>", "I saw"),  # of one class
        ("<div class=body></div><p>I saw it.</p>", "I saw it."),
        ("<div class=content><div class=body>I saw it.</div><p>Twice.</p></div>", "I saw it. Twice."),  # the largest
        ("<div class=content><b class=author>Ann</b><div class=body>I saw it.</div></div>", "I saw it."),  # without its author
        ("<div class=content><i class=date></i><i class=author>Ann</i><div class=body>I saw it.</div></div>", "I saw it."),
        ("<div class=content><i class=author>Ann of the north shore</i><div class=body>I saw it.</div></div>", "I saw it."),
        ("<div class=content><i class=author>He was here and I saw</i><div class=body>it.</div></div>", "He was here and I saw it."),
        ("<div class=content>Posts: 1<br>Likes: 2<br>Thanks: 3</div><div class=body>I saw it.</div>", "I saw it."),  # a profile
        ("<div class=body>1 May 2021<p>I saw it.</p></div>", "I saw it."),
        ("<p>I saw it.</p><p>" + "-" * 90 + "</p>", "I saw it."),
        ("<p>I saw it.</p><p>" + "-" * 91 + "</p>", "I saw it. " + "-" * 91),
        ("<p>I saw it.</p><form><textarea></textarea><p>Say it</p></form>", "I saw it."),
        ("<p>I saw it.</p><p style='display:none'>hidden</p>", "I saw it."),
        ("<p style='display:none'>hidden</p>", "hidden"),  # all of it: a script will show it
    ],
)  # fmt: skip
def test_what_was_said(inside: str, said: str) -> None:
    """What is named so, or all but lines about it, links to act on it and statistics of its author."""
    assert text(inside) == said


def test_a_subject_that_is_repeated_is_not_said() -> None:
    """What several have as their heading, or what the page is called."""
    one, other = (
        "<b class=author>Ann</b><h3>Re: Old stove</h3><p>I saw it.</p>",
        "<b class=author>Bea</b><h3>Pump</h3><p>Buy one.</p>",
    )
    assert text(one, other) == "Re: Old stove I saw it."
    assert text(one, other, head="<title>Old stove | Board</title>") == "I saw it."
    assert text(one, one.replace("Re: ", ""), number=1) == "I saw it."
    assert text(other, one) == "Pump Buy one."


@pytest.mark.parametrize(
    ("inside", "votes"),
    [
        ("<i class=votes>12</i>", 12),
        ("<i class=score>-3 points</i>", -3),
        ("<i class=score>−3 points</i>", -3),
        ("<i class=votes>1,204</i>", 1204),
        ("<i class=votes>1.2k</i>", 1200),
        ("<i class=votes>many</i><i class=votes>7</i>", 7),
        ("<i class=votes>+5</i>", 5),
        ("<i class=votes>1.2.3</i>", 123),
        ("<i class='score dislikes'>4</i><i class='score unvoted'>5</i>", 5),
        ("<i class=votes>12 people of this town said so</i>", 12),
        ("<i class=votes>12 people of this town said so.</i>", None),
        ("<i>12</i>", None),
    ],
)
def test_how_many_voted_for_it(inside: str, votes: int | None) -> None:
    (found,) = read(inside + BODY)
    assert found.votes == votes


def test_votes_may_be_in_an_attribute() -> None:
    assert [read(f"<i class=votes>7</i>{BODY}", tag=f"div {name}=12")[0].votes for name in ("data-score", "score")] == [
        12,
        12,
    ]


def test_a_user_beside_the_contributions_wrote_none_of_them() -> None:
    page = parse(f"<body><a href=/user/1>Zoe</a><div class=item>{BODY}</div><a href=/user/2>Zoe</a>")
    (row,) = page.classes
    assert Reading(Parts(page), [Item(row, int(page.end[row]), "comment")]).said(0).author is None


def test_each_contribution_is_read_within_the_time_limit() -> None:
    page = parse(f"<body><div class=item>{BODY}</div><div class=item>{BODY}</div>")
    reading = Reading(Parts(page), [Item(row, int(page.end[row]), "comment") for row in page.classes])
    assert reading.said(0).texts
    with pytest.raises(TimeLimit), Deadline(1e-9):
        reading.signature(1)
    assert reading.said(1).texts


@pytest.mark.parametrize("mark", ["class='item accepted'", "class='item accepted-answer'", "itemprop=acceptedAnswer"])
def test_an_answer_may_be_accepted(mark: str) -> None:
    page = parse(f"<body><div {mark}>{BODY}</div>")
    row = page.tag_of(2) == "div" and 2
    assert Reading(Parts(page), [Item(int(row), int(page.end[2]), "answer")]).said(0).accepted
    assert not read(BODY)[0].accepted


def test_answers_inside_say_their_own() -> None:
    (outer, inner) = read(
        "<b class=author>Ann</b><p>First.</p><div class=item><b class=author>Bea</b><p>Second.</p></div>"
    )
    assert (outer.author, len(outer.texts)) == ("Ann", 1)
    assert (inner.author, len(inner.texts)) == ("Bea", 1)


@pytest.mark.parametrize(
    ("headings", "reports"),
    [
        (("One", "Two", "Three"), True),
        (("One", "Two", ""), True),
        (("One", "Two", "", ""), False),  # half are not most
        (("One", "", ""), False),
        (("17", "4 May 2021", "1 May 2021"), False),
    ],
)
def test_most_reports_in_a_list_have_headings_of_their_own(headings: tuple[str, ...], reports: bool) -> None:
    page = parse("<body>" + "".join(f"<div class=item><h3>{one}</h3>{BODY}</div>" for one in headings))
    items = [Item(row, int(page.end[row]), "post") for row in page.classes]
    assert Reading(Parts(page), items).are_reports == reports
