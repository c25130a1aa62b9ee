import {invalidField, ApiError} from '../errors/api-error.ts';
import {fileErrorWords} from '../process/file-error-words.ts';
import {parseKeyValue, withoutByteOrderMark} from './credentials-format.ts';
import {readRegularFile} from '../process/regular-file.ts';

/** VALIDATION_ERROR for a file of the user that is there and cannot be read; `what` as in "configuration file". */
export function unreadableFile(what: string, path: string, error: unknown, nextAction: string): ApiError {
	const reason = String((error as NodeJS.ErrnoException).code);
	return new ApiError('VALIDATION_ERROR', `The ${what} ${path} cannot be read: ${fileErrorWords(reason)}.`, {
		nextAction,
		details: {field: path, reason},
		cause: error,
	});
}

export const outputModes = ['json', 'text'] as const;
export type OutputMode = (typeof outputModes)[number];
export const isOutputMode = (value: unknown): value is OutputMode =>
	(outputModes as readonly unknown[]).includes(value);

/** Settings of `~/.svc/config`. */
export type Config = {output?: OutputMode};

/** Reads the file a person edits by hand; a missing one is `{}`. Throws VALIDATION_ERROR for a bad value. */
export function readConfig(path: string): Config {
	let text: string;
	try {
		text = readRegularFile(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
		throw unreadableFile('configuration file', path, error, 'Make it a regular file that you may read, or remove it.');
	}
	return parseConfig(text, path);
}

/** "`key = value` lines, `#` comments, unknown keys ignored"; the later of two equal keys wins. */
function parseConfig(text: string, path: string): Config {
	const values = new Map<string, string>();
	for (const rawLine of withoutByteOrderMark(text).split(/\r\n|\n|\r/)) {
		const line = rawLine.trim();
		const pair = line.startsWith('#') ? null : parseKeyValue(line);
		if (pair) values.set(pair.key, pair.value);
	}
	const output = values.get('output') || undefined;
	if (output === undefined) return {};
	if (!isOutputMode(output))
		throw invalidField('output', `must be one of ${outputModes.join(', ')} in ${path}`, outputModes);
	return {output};
}
