import {lstatSync} from 'node:fs';
import {resolve} from 'node:path';
import {testTypes} from '../../../contract/enums.ts';
import type {Context} from '../../context.ts';
import {environmentValue} from '../../credentials/environment.ts';
import {refusedFlag} from '../../errors/api-error.ts';
import {scaffoldCode, scaffoldPlan} from '../../plan-files/scaffold.ts';
import {defineCommand} from '../define-command.ts';
import {choice, text, toggle} from '../flag.ts';

export const scaffold = defineCommand({
	description: 'A frontend plan takes its project id from SVC_PROJECT_ID; without it, from a placeholder to replace.',
	args: {},
	flags: {
		type: choice('Form of the test', testTypes, {default: 'frontend'}),
		out: text('Write it to a file instead', {placeholder: '<path>'}),
		force: toggle('Replace a file that exists'),
	},
	examples: ['test scaffold --out plan.json', 'test scaffold --type backend --out check_health.py'],
	settings: 'none',
	async run({type, out, force}, context) {
		const {data, file} = type === 'frontend' ? frontend(context) : backend;
		if (out === undefined) return {view: 'scaffold', data, shape: {file}};
		if (!force && !context.dryRun) refuseExisting(out, context);
		const path = await context.files.write(out, file, {flag: 'out'});
		if (!context.dryRun) context.notes.line(`wrote ${path}`);
		return {view: 'scaffold', data: {out, type}, shape: {file: ''}};
	},
});

function frontend({env}: Context) {
	const data = scaffoldPlan(environmentValue(env, 'SVC_PROJECT_ID'));
	return {data, file: `${JSON.stringify(data, null, 2)}\n`};
}

const backend = {data: {type: 'backend', language: 'python', code: scaffoldCode}, file: scaffoldCode} as const;

function refuseExisting(out: string, {cwd}: Context): void {
	if (isThere(resolve(cwd, out)))
		throw refusedFlag('out', {reason: 'file_exists', text: `${out} exists; --force replaces it`});
}

function isThere(path: string): boolean {
	try {
		lstatSync(path);
		return true;
	} catch {
		// Not there, or behind something that cannot be looked through, about which the write has words.
		return false;
	}
}
