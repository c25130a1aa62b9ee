import {writeFileAtomically} from '../../source/process/atomic-write.ts';
import {type StoredConfig, storedConfig} from './config.ts';
import {ServeError} from './serve-error.ts';
import {readRegularFile} from '../../source/process/regular-file.ts';

/** Reads `config.json`; a missing file is an empty one. Throws `ServeError` for one that cannot be understood. */
export function readStoredConfig(path: string): StoredConfig {
	let text: string;
	try {
		text = readRegularFile(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
		throw unreadable(path, 'it cannot be read', error);
	}
	const parsed = storedConfig.safeParse(parseJson(path, text));
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	throw unreadable(path, `the value of ${issue?.path.join('.') || 'the file'} is not valid`);
}

/** Writes `config.json` (0600) when it says something else than before. */
export function writeStoredConfig(path: string, before: StoredConfig, config: StoredConfig): void {
	if (JSON.stringify(before) === JSON.stringify(config)) return;
	writeFileAtomically(path, `${JSON.stringify(config, null, '\t')}\n`, {mode: 0o600});
}

function parseJson(path: string, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw unreadable(path, 'it is not JSON', error);
	}
}

const unreadable = (path: string, why: string, cause?: unknown) =>
	new ServeError('VALIDATION_ERROR', `The configuration ${path} cannot be used: ${why}.`, {
		nextAction: 'Correct the file, or remove it to use the defaults.',
		details: {field: 'config.json', reason: 'invalid'},
		cause,
	});
