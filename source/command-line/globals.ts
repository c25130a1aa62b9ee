import {type Flags, type FlagValues, text, toggle} from '../commands/flag.ts';

/** Flags that every command takes, anywhere on the line. Their values are checked by the settings they feed. */
export const globalFlags = {
	output: text('Form of the result (text)', {placeholder: 'json|text'}),
	profile: text('Profile of the credentials file (default)', {placeholder: '<name>'}),
	endpointUrl: text('Service to talk to: a URL, or local', {placeholder: '<url>'}),
	dryRun: toggle('Print a sample answer; nothing is sent or written, and of your files only .svc/config.json is read'),
	requestTimeout: text('Limit of one request, 1 to 600 (120)', {placeholder: '<seconds>'}),
	verbose: toggle('Report retries, waiting and polling on stderr'),
	debug: toggle('Report every request on stderr'),
	version: toggle('Print the version', {short: 'V'}),
	help: toggle('Print this help', {short: 'h'}),
} satisfies Flags;
export type GlobalOptions = FlagValues<typeof globalFlags>;
