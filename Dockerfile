# The HTTP API in a container: no compiler in the final image, no rights for its user.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev
COPY . /source
RUN pip install --no-cache-dir --prefix=/installed '/source[server]'

FROM python:3.13-slim
COPY --from=build /installed /usr/local
RUN useradd --system --no-create-home sectio
USER sectio
ENV PYTHONDONTWRITEBYTECODE=1
EXPOSE 8765
ENTRYPOINT ["sectio", "serve", "--host", "0.0.0.0"]
