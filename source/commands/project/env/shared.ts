import type {Context} from '../../../context.ts';
import {environmentLimits, variableKeyOf, variableKeyProblem} from '../../../../contract/environment.ts';
import {refusedFlag} from '../../../errors/api-error.ts';
import {id} from '../../argument.ts';
import {choice, refuseTogether, text, texts} from '../../flag.ts';
import {checkSecret, readSecret, secretFlags} from '../../secret.ts';

export const projectArgument = id('project-id', 'Project of the environment');
export const nameArgument = (summary: string) => id('name', summary);

const authModes = ['public', 'account', 'manual'] as const;

/** What an environment is made of, besides its name and its address. */
export const contentFlags = {
	authMode: choice(
		'Who logs in: nobody (calls carry what the project stores), the account given here, or the tests themselves',
		authModes,
		{
			placeholder: '<mode>',
		},
	),
	username: text('Account of this environment', {max: 1024}),
	...secretFlags('password', 'Password of that account'),
	var: texts('Variable that tests read as VAR_<KEY>; repeatable', {placeholder: '<KEY=VALUE>'}),
	varsFile: text('Variables from a file of KEY=VALUE lines, # starts a comment; - = stdin', {placeholder: '<path>'}),
};

type Content = {
	authMode: (typeof authModes)[number] | undefined;
	username: string | undefined;
	password: string | undefined;
	passwordFile: string | undefined;
	var: readonly string[];
	varsFile: string | undefined;
};

/** Whether a flag says something; refuses what does not fit together. */
export function checkContent(options: Content): boolean {
	const {authMode, username, password, passwordFile, varsFile} = options;
	checkSecret('password', options);
	const hasPassword = password !== undefined || passwordFile !== undefined;
	if (authMode !== undefined && authMode !== 'account') {
		const flag = username !== undefined ? 'username' : hasPassword ? 'password' : null;
		if (flag) throw refusedFlag(flag, {reason: 'exclusive', text: 'is only for --auth-mode account'});
	}
	refuseTogether('password-file -', passwordFile === '-', 'vars-file -', varsFile === '-');
	variablesOf(options.var, 'var');
	const given = [authMode, username, password, passwordFile, varsFile];
	return given.some(value => value !== undefined) || options.var.length > 0;
}

/** The fields of a request; a variable of the command line wins over one of the file. */
export async function contentOf(options: Content, context: Context) {
	const {authMode, username, varsFile} = options;
	const password = await readSecret('password', options, context);
	const inFile = varsFile === undefined ? {} : await readVariables(varsFile, context);
	const variables = {...inFile, ...variablesOf(options.var, 'var')};
	return {
		...(authMode === undefined ? {} : {authMode}),
		...(username === undefined ? {} : {username}),
		...(password === undefined ? {} : {password}),
		...(Object.keys(variables).length === 0 ? {} : {variables}),
	};
}

/** `KEY=VALUE` of every occurrence. No error repeats a value: it may be a secret. */
export function variablesOf(given: readonly string[], flag: string): Record<string, string> {
	const variables = new Map<string, string>();
	for (const one of given) {
		const equals = one.indexOf('=');
		if (equals < 1) throw refusedFlag(flag, {reason: 'form', text: 'must be KEY=VALUE'});
		const key = variableKeyOf(one.slice(0, equals));
		requireKey(key, flag);
		if (variables.has(key)) throw refusedFlag(flag, {reason: 'duplicate', text: `names ${key} twice`});
		variables.set(key, one.slice(equals + 1));
	}
	return Object.fromEntries(variables);
}

export function requireKey(key: string, flag: string): void {
	const problem = variableKeyProblem(key);
	if (problem) throw refusedFlag(flag, {reason: 'key', text: `the key "${key}" ${problem}`});
}

/** A file of all variables an environment may have, with room for comments. */
const maxFileBytes = environmentLimits.totalBytes * 2;

async function readVariables(path: string, context: Context): Promise<Record<string, string>> {
	// Without the file, a dry run shows one variable.
	if (context.dryRun) return {SAMPLE: 'sample'};
	const bytes = await context.files.read(path, {flag: 'vars-file', maxBytes: maxFileBytes});
	const variables: Record<string, string> = {};
	for (const [index, line] of new TextDecoder().decode(bytes).split(/\r?\n/).entries()) {
		const content = line.trim();
		if (content === '' || content.startsWith('#')) continue;
		const equals = content.indexOf('=');
		const key = variableKeyOf(content.slice(0, Math.max(0, equals)));
		const problem =
			equals < 1 ? 'is not KEY=VALUE' : variableKeyProblem(key) && `has the key "${key}", which is not allowed`;
		if (problem) throw refusedFlag('vars-file', {reason: 'line', text: `line ${index + 1} ${problem}`});
		variables[key] = content.slice(equals + 1).trim();
	}
	return variables;
}
