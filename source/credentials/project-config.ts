import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {ApiError, invalidField} from '../errors/api-error.ts';
import {withoutByteOrderMark} from './credentials-format.ts';
import {environmentValue} from './environment.ts';
import {fileErrorWords} from '../process/file-error-words.ts';
import {readRegularFile} from '../process/regular-file.ts';

/**
 * Project id of a command: `--project`, `SVC_PROJECT_ID`, `projectId` of `.svc/config.json`. Undefined: none is set.
 * Throws VALIDATION_ERROR when the file is reached and "unreadable or not JSON".
 */
export function resolveProject(
	flag: string | undefined,
	env: Record<string, string | undefined>,
	cwd: string,
): string | undefined {
	return flag ?? environmentValue(env, 'SVC_PROJECT_ID') ?? projectOfDirectory(cwd);
}

/**
 * The error of a command that did not find the project which nobody has typed: it says where the id stands. Any other
 * error is returned as it is.
 * @param typed the id on the command line; undefined: there is none
 */
export function withOriginOfProject(
	error: ApiError,
	typed: unknown,
	env: Record<string, string | undefined>,
	cwd: string,
): ApiError {
	const {code, message, nextAction, requestId, details, retryAfterSeconds} = error;
	if (typed !== undefined || code !== 'NOT_FOUND' || details['resource'] !== 'project') return error;
	const ofEnvironment = environmentValue(env, 'SVC_PROJECT_ID');
	let file: {path: string; text: string} | undefined;
	let id = ofEnvironment;
	try {
		file = ofEnvironment === undefined ? configOfDirectory(cwd) : undefined;
		id ??= file && projectIdOf(file.text, file.path);
	} catch {
		// What is wrong with the file is not what this command was about.
		return error;
	}
	if (id === undefined || id !== details['id']) return error;
	const origin = file ? `${file.path}; name another there with svc init --project <project-id>` : 'SVC_PROJECT_ID';
	return new ApiError(code, message, {
		nextAction: [nextAction, `The id comes from ${origin}.`].filter(Boolean).join('\n'),
		requestId,
		details,
		retryAfterSeconds,
		cause: error,
	});
}

/** `projectId` of the nearest `.svc/config.json`. */
function projectOfDirectory(cwd: string): string | undefined {
	const file = configOfDirectory(cwd);
	return file && projectIdOf(file.text, file.path);
}

/** The nearest `.svc/config.json` "from the current directory upwards to the repository root". */
function configOfDirectory(cwd: string): {path: string; text: string} | undefined {
	for (let directory = cwd; ; directory = dirname(directory)) {
		const path = join(directory, '.svc', 'config.json');
		const text = readIfExists(path);
		if (text !== undefined) return {path, text};
		const isRepositoryRoot = existsSync(join(directory, '.git'));
		if (isRepositoryRoot || dirname(directory) === directory) return undefined;
	}
}

function readIfExists(path: string): string | undefined {
	try {
		return readRegularFile(path);
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code;
		if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
		throw invalidField('projectId', `${path} cannot be read (${fileErrorWords(String(code))})`);
	}
}

function projectIdOf(text: string, path: string): string | undefined {
	let value: unknown;
	try {
		value = JSON.parse(withoutByteOrderMark(text));
	} catch {
		throw invalidField('projectId', `${path} is not JSON`);
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		throw invalidField('projectId', `${path} is not a JSON object`);
	const projectId = (value as {projectId?: unknown}).projectId;
	if (projectId === undefined) return undefined;
	if (typeof projectId !== 'string' || projectId.trim() === '') {
		throw invalidField('projectId', `must be a non-empty string in ${path}`);
	}
	return projectId.trim();
}
