import {ApiError} from '../errors/api-error.ts';
import {missingFlag} from './flag.ts';
import {enumerated} from '../../contract/enumerated.ts';

/** A flag that has to be given. @property hint what may stand in its place, or when it is needed; ends the sentence */
export type MissingFlag = {flag: string; hint?: string};

/** The refusal of a command line that lacks flags: all of them in one sentence, so that nobody learns them one by one. */
export function missingFlags(missing: readonly [MissingFlag, ...MissingFlag[]]): ApiError {
	const [first, ...others] = missing;
	if (others.length === 0) return missingFlag(first.flag, first.hint);
	const names = missing.map(({flag, hint = ''}) => {
		const words = hint.replace(/^[\s,:(]+|\)$/g, '');
		return words === '' ? `\`--${flag}\`` : `\`--${flag}\` (${words})`;
	});
	return new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: `Flags ${enumerated(names)} are required.`,
		details: {field: first.flag, reason: 'required', missing: missing.map(({flag}) => flag)},
	});
}

/** The refusal of a command line that names nothing, where a flag may stand in the place of an argument. */
export const missingChoice = (argument: string, flag: {name: string; means: string}, command: string): ApiError =>
	new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: `Argument \`<${argument}>\` is required, or \`--${flag.name}\` for ${flag.means}. See \`svc ${command} --help\`.`,
		details: {field: argument, reason: 'required', missing: [argument]},
	});

/** The refusal of a command line that lacks arguments, with the flags that it lacks as well. */
export function missingArguments(names: readonly string[], flags: readonly string[], command: string): ApiError {
	const subjects = [...names.map(name => `argument \`<${name}>\``), ...flags.map(flag => `flag \`--${flag}\``)];
	const list = enumerated(subjects);
	const verb = subjects.length > 1 ? 'are' : 'is';
	return new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: `${list[0]?.toUpperCase()}${list.slice(1)} ${verb} required. See \`svc ${command} --help\`.`,
		details: {field: names[0], reason: 'required', ...(subjects.length > 1 ? {missing: [...names, ...flags]} : {})},
	});
}
