/** Lines of UTF-8. A module of Node's ends them at U+2028, too, which JSON has within strings. */
export async function* lines(input) {
  let open = ''; // the beginning of a line
  for await (const chunk of input.setEncoding('utf8')) {
    const parts = (open + chunk).split(/\r\n|\n|\r(?=[^])/); // of CR LF, LF may come in the next chunk
    open = parts.pop();
    yield* parts;
  }
  yield open;
}
