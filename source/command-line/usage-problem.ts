import {ApiError, refusedFlag} from '../errors/api-error.ts';
import type {UsageProblem} from './parse.ts';
import {argumentLike, commandsLike, flagsLike} from './suggestions.ts';

/** What stands around the command whose line does not follow the grammar. */
type Surroundings = {
	/** Names of the arguments of the command. */
	args: readonly string[];
	/** Commands of the same group that have a flag of this very spelling, as words. */
	siblingsWith(flag: string): Promise<readonly string[]>;
};

/** The validation error of a command line that does not follow the grammar. */
export async function usageError(problem: UsageProblem, {args, siblingsWith}: Surroundings): Promise<ApiError> {
	switch (problem.kind) {
		case 'missing-value':
			return refusedFlag(problem.flag, {
				reason: 'missing_value',
				text: `needs a value; one that starts with a dash is written --${problem.flag}=<value>`,
			});
		case 'unwanted-value':
			return refusedFlag(problem.flag, {reason: 'unwanted_value', text: 'takes no value'});
		case 'unknown-flag': {
			const {flag, known, path} = problem;
			const command = ['svc', ...path].join(' ');
			const argument = argumentLike(flag, args);
			if (argument !== undefined) return argumentAsFlag(flag, argument, lineUpTo(argument, args, command));
			const like = flagsLike(flag, known);
			const siblings = like.length === 0 ? await siblingsWith(flag) : [];
			if (siblings.length > 0) return flagOfSibling(flag, command, siblings);
			return unknown(`flag \`${flag}\``, 'flag', command, like);
		}
		case 'unknown-command': {
			const group = ['svc', ...problem.path].join(' ');
			const like = commandsLike(problem).map(word => (problem.topics.includes(word) ? `help ${word}` : word));
			return unknown(`command \`${problem.word}\``, 'command', group, like, `${group} `);
		}
	}
}

/** A command with its arguments up to one of them: those before it are written, too. */
const lineUpTo = (argument: string, args: readonly string[], command: string): string =>
	[command, ...args.slice(0, args.indexOf(argument) + 1).map(name => `<${name}>`)].join(' ');

/** What is written without a flag here, and with one at other commands. */
const argumentAsFlag = (flag: string, argument: string, line: string): ApiError =>
	new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: `Unknown flag \`${flag}\`. Did you mean the argument \`<${argument}>\`? It is written without a flag: \`${line}\`.`,
		details: {field: 'flag', reason: 'unknown', nearest: argument},
	});

/** What another command of the group has: `test run` has no `--skip-dependencies`, `test rerun` has. */
const flagOfSibling = (flag: string, command: string, siblings: readonly string[]): ApiError =>
	new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: `Unknown flag \`${flag}\` of \`${command}\`; ${oneOf(siblings.map(words => `\`${words}\``))} has it: \`${siblings[0]} --help\`.`,
		details: {field: 'flag', reason: 'unknown', nearest: siblings[0]},
	});

/** @param before what a suggestion is written behind */
function unknown(
	subject: string,
	field: string,
	command: string,
	suggestions: readonly string[],
	before = '',
): ApiError {
	const [nearest] = suggestions;
	const lines = suggestions.map(words => `\`${before}${words}\``);
	const hint = nearest ? `Did you mean ${oneOf(lines)}?` : `See \`${command} --help\`.`;
	return new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: `Unknown ${subject}. ${hint}`,
		details: {field, reason: 'unknown', ...(nearest ? {nearest} : {})},
	});
}

const oneOf = (lines: readonly string[]): string =>
	[lines.slice(0, -1).join(', '), ...lines.slice(-1)].filter(Boolean).join(' or ');
