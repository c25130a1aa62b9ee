// Runs the built service of `argv[2]` as a process of its own, with the options of `argv[3]` as JSON; prints one line
// when it is ready. SIGTERM stops it, a second one at once.
import process from 'node:process';
import {pathToFileURL} from 'node:url';

const {serve} = await import(pathToFileURL(process.argv[2]).href);
const stop = new AbortController();
const hurry = new AbortController();
process.on('SIGTERM', () => (stop.signal.aborted ? hurry : stop).abort());
try {
	await serve({
		host: '127.0.0.1',
		port: 0,
		databaseUrl: null,
		workers: 1,
		concurrency: 2,
		targetPolicy: null,
		sandbox: null,
		logFile: null,
		env: process.env,
		onReady: ready => process.stdout.write(`${JSON.stringify(ready)}\n`),
		stop: stop.signal,
		hurry: hurry.signal,
		...JSON.parse(process.argv[3]),
	});
} catch (error) {
	process.stdout.write(`${JSON.stringify({failure: error.failure ?? String(error)})}\n`);
	process.exitCode = 1;
}
