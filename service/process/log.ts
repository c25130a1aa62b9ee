import {basename, dirname} from 'node:path';
import {once} from 'node:events';
import pino, {type Logger} from 'pino';
import {createStream} from 'rotating-file-stream';

type Log = {logger: Logger; close(): Promise<void>};

const options = {base: null, timestamp: pino.stdTimeFunctions.isoTime};
/** "Rotated at 10 MB, five files": the current one and four before it. */
const rotation = {size: '10M', rotate: 4, mode: 0o600} as const;

/** JSON lines to a file that is rotated, or to stderr. A log that cannot be written never stops the service. */
export function openLog(file: string | null): Log {
	if (file === null) {
		const stderr = pino.destination({fd: 2, sync: false});
		stderr.on('error', () => undefined);
		return {
			logger: pino(options, stderr),
			async close() {
				try {
					stderr.flushSync();
				} catch {
					// Nobody reads stderr any more.
				}
			},
		};
	}
	const stream = createStream(basename(file), {...rotation, path: dirname(file)});
	stream.on('error', () => undefined);
	return {
		logger: pino(options, stream),
		async close() {
			const closed = once(stream, 'close');
			stream.end();
			await closed;
		},
	};
}
