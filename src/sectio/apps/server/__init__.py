"""The HTTP server: pages in, results out. Every page is worked on in a child process, where it hurts only itself.

app.py      the routes                         trust.py    who may ask: hosts, origins, tokens
reading.py  bodies, with caps                  problems.py errors as problem+json
jobs.py     what children do with a page       gateway.py  the pool of children behind a queue
fetching.py pages by address, if allowed       inspecting.py the inspector's page and files
batch.py    NDJSON in and out, streamed        sites.py    learned sites, by name
openapi.py  the description of the routes      metrics.py  numbers for a monitor
"""
