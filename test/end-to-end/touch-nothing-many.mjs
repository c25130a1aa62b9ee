// Runs many command lines of the built client in one process, one after the other; starting Node for each would cost more
// than all of them. The lines come as JSON in `TOUCH_NOTHING_LINES`; how each ended goes to file descriptor 4 as one line of
// JSON. On file descriptor 3, where the preload tells what was refused, a NUL follows each.
import {writeSync} from 'node:fs';
import process from 'node:process';
import {pathToFileURL} from 'node:url';

const {TOUCH_NOTHING_LINES: lines, TOUCH_NOTHING_CLI: cli} = process.env;
delete process.env.TOUCH_NOTHING_LINES;
delete process.env.TOUCH_NOTHING_CLI;

// Each line listens to these; a process of its own would end before they are many.
for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);
let written;
for (const name of ['stdout', 'stderr']) {
	process[name].write = (chunk, ...rest) => {
		written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
		const callback = rest.find(one => typeof one === 'function');
		if (callback) queueMicrotask(callback);
		return true;
	};
}
for (const [index, argv] of JSON.parse(lines).entries()) {
	written = {stdout: '', stderr: ''};
	process.argv = [process.execPath, cli, ...argv];
	process.exitCode = undefined;
	// Its entry alone is evaluated again: what it imports keeps no state.
	await import(`${pathToFileURL(cli)}?line=${index}`);
	writeSync(4, `${JSON.stringify({...written, exitCode: process.exitCode})}\n`);
	writeSync(3, '\0');
}
process.exitCode = 0;
