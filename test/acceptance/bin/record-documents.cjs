// Preloaded into the client by `svc` of a story: keeps what each call writes to stdout beside what was called, so that every
// document of every story is held against what is declared for its command, also those that a story only pipes on.
const {appendFileSync} = require('node:fs');
const {isMainThread} = require('node:worker_threads');

const file = process.env.STORY_DOCUMENTS;
if (file && isMainThread && process.argv[1]?.endsWith('cli.js')) {
	const {stdout} = process;
	const write = stdout.write;
	let text = '';
	stdout.write = (chunk, ...rest) => {
		text += chunk;
		return write.call(stdout, chunk, ...rest);
	};
	process.once('exit', () => {
		appendFileSync(file, `${JSON.stringify({argv: process.argv.slice(2), stdout: text})}\n`);
	});
}
