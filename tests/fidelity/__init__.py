"""Small pages that each test one thing a rendered result must keep or must not hold.

A case is a file `cases/KIND/NAME.txt`: a header (the prose around it, the frame of the site around it, required and
forbidden fragments) and a body. `{2-4}` on a line of its own puts paragraphs of the prose there. What the header may say:

    must: FRAGMENT        has to be in the Markdown; `or: FRAGMENT` below it names another spelling that will do
    never: FRAGMENT       must not be in the Markdown
    must~: / never~:      the same with a regular expression on the Markdown as it is
    must-text: and so on  the same in another field: text, title, comments, front (Markdown with front matter)

Besides, every paragraph of the prose must be there. Fragments are compared without regard to the choices between
equal Markdown: blanks, empty lines, the sign of a bullet, `_` or `*`, needless escapes.
"""
