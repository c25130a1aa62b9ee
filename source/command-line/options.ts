import type {Arguments} from '../commands/argument.ts';
import {type Flags, flagName} from '../commands/flag.ts';
import {type MissingFlag, missingArguments, missingFlags} from '../commands/missing-flags.ts';
import {ApiError, refusedArgument, refusedFlag} from '../errors/api-error.ts';
import type {GivenTexts} from './parse.ts';

type Shape = {flags: Flags; args: Arguments};
type Options = Record<string, unknown>;

const nameOf = (key: string, flag: {onByDefault?: boolean}) =>
	flag.onByDefault ? `no-${flagName(key)}` : flagName(key);

/**
 * Texts → values: how many words there may be, and the type of every flag. Ranges are judged later, after the settings
 * that all commands share ("order of checks in every command").
 * @param path the words of the command
 */
export function readOptions({flags, args}: Shape, given: GivenTexts, path: readonly string[]): Options {
	const options: Options = {};
	for (const [key, flag] of Object.entries(flags)) {
		const texts = given.flags[key];
		const read = texts ? flag.read(texts) : {value: flag.absent};
		if ('refused' in read) throw refusedFlag(nameOf(key, flag), read.refused);
		options[key] = read.value;
	}
	return Object.assign(options, readWords({flags, args}, given, path));
}

/** Required flags that are not given, in their order. */
const lackingFlags = (flags: Flags, given: GivenTexts): string[] =>
	Object.entries(flags).flatMap(([key, flag]) => (flag.required && !given.flags[key] ? [nameOf(key, flag)] : []));

function readWords({flags, args}: Shape, given: GivenTexts, path: readonly string[]): Options {
	const values: Options = {};
	let rest = [...given.words];
	const entries = Object.entries(args);
	for (const [index, [key, {required, variadic}]] of entries.entries()) {
		if (required && rest.length === 0) {
			const lacking = entries.slice(index).flatMap(([, one]) => (one.required ? [one.name] : []));
			throw missingArguments(lacking, lackingFlags(flags, given), path.join(' '));
		}
		values[key] = variadic ? rest : rest[0];
		rest = variadic ? [] : rest.slice(1);
	}
	if (rest[0] !== undefined)
		throw wordError(
			'argument',
			'surplus',
			`Argument \`${shown(rest[0])}\` is one too many: ${adviceOnSurplus(rest[0], {flags, args}, path.join(' '))}`,
		);
	return values;
}

function adviceOnSurplus(word: string, {flags, args}: Shape, command: string): string {
	if (command === 'test delete') return 'several are deleted with `svc test delete-batch`.';
	if ('project' in flags && word.startsWith('prj_')) return 'the project is named with --project <id>.';
	return Object.keys(args).length === 0
		? `\`svc ${command}\` takes flags only, see \`svc ${command} --help\`.`
		: 'quote text that has blanks.';
}

/** Behind `--` a flag is a word; the value it was meant to have may be a secret. */
const shown = (word: string) => word.replace(/^(--?[^=]+)=.*$/s, '$1=…');

const wordError = (field: string, reason: string, nextAction: string) =>
	new ApiError('VALIDATION_ERROR', 'Invalid request.', {nextAction, details: {field, reason}});

/**
 * Flags that must be there, and range rules of single flags and arguments.
 * @param needed what the command asks for because of other flags, or of their absence
 */
export function checkOptions(
	{flags, args}: Shape,
	given: GivenTexts,
	options: Options,
	needed: readonly MissingFlag[] = [],
): void {
	const [first, ...others] = [...lackingFlags(flags, given).map(flag => ({flag})), ...needed];
	if (first) throw missingFlags([first, ...others]);
	for (const [key, flag] of Object.entries(flags)) {
		const refusal = given.flags[key] && flag.check?.(options[key]);
		if (refusal) throw refusedFlag(nameOf(key, flag), refusal);
	}
	for (const [key, argument] of Object.entries(args)) {
		for (const word of [options[key]].flat()) {
			const refusal = typeof word === 'string' ? argument.check(word) : undefined;
			if (refusal) throw refusedArgument(argument.name, refusal);
		}
	}
}
