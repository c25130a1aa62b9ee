import type {Context} from '../context.ts';
import {environmentValue} from '../credentials/environment.ts';
import {refusedFlag} from '../errors/api-error.ts';
import {type Flag, flagName, refuseTogether, text} from './flag.ts';

const maxSecretBytes = 64 * 1024;

type SecretFlags<Name extends string> = {[K in Name | `${Name}File`]: Flag<string | undefined>};
type SecretOptions<Name extends string> = {[K in Name | `${Name}File`]: string | undefined};

/** A flag that takes a secret, with its twin `--x-file`, "exclusive; content trimmed". */
export const secretFlags = <Name extends string>(name: Name, summary: string): SecretFlags<Name> =>
	({
		[name]: text(summary, {placeholder: '<secret>'}),
		[`${name}File`]: text('The same, read from a file; - = stdin', {placeholder: '<path>'}),
	}) as SecretFlags<Name>;

/** Refuses both forms at once. */
export const checkSecret = <Name extends string>(name: Name, options: SecretOptions<Name>): void =>
	refuseTogether(
		flagName(name),
		options[name] !== undefined,
		`${flagName(name)}-file`,
		options[`${name}File`] !== undefined,
	);

/** Said once a day to a person who types: the history of the shell and the list of processes show what is on the line. */
export function hintAtSecretOnLine(
	flag: string,
	instead: string,
	{terminal, output, env, dryRun, hint}: Context,
): void {
	const isTyped = terminal.isInput() && terminal.isOutput && output === 'text' && !environmentValue(env, 'CI');
	if (isTyped && !dryRun)
		hint('secret-on-line', `${flag} stays in the history of the shell and shows in the list of processes: ${instead}`);
}

/** The secret as given or from its file; undefined when neither flag is there. It is never repeated in an error. */
export async function readSecret<Name extends string>(
	name: Name,
	options: SecretOptions<Name>,
	context: Context,
): Promise<string | undefined> {
	const path = options[`${name}File`];
	const flag = `${flagName(name)}-file`;
	if (path === undefined) {
		if (options[name] !== undefined) hintAtSecretOnLine(`--${flagName(name)}`, `--${flag} <path> (- = stdin)`, context);
		return options[name];
	}
	const bytes = await context.files.read(path, {flag, maxBytes: maxSecretBytes});
	const secret = new TextDecoder().decode(bytes).trim();
	if (secret === '') throw refusedFlag(flag, {reason: 'blank', text: 'the file is empty'});
	return secret;
}
