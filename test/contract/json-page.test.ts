import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import process from 'node:process';
import {expect, it} from 'vitest';
import type {JsonDocument} from '../../build/json-page.ts';
import {jsonPage} from '../../build/json-page.ts';
import {knownCommands} from '../fuzz/known-commands.ts';
import {exampleWords} from '../helpers/example-words.ts';
import {svc} from '../helpers/memory-system.ts';
import {routeFor} from '../helpers/sample-for.ts';

const page = new URL('../../docs/json.md', import.meta.url);
const contract = new URL('../../contract/', import.meta.url);

/** Schemas by the name of their export, as a type is written. */
async function namesOfSchemas(): Promise<Map<unknown, string>> {
	const names = new Map<unknown, string>();
	for (const file of readdirSync(contract)
		.filter(name => name.endsWith('.ts'))
		.sort()) {
		const module: Record<string, unknown> = await import(new URL(file, contract).href);
		for (const [name, value] of Object.entries(module))
			if (typeof value === 'object' && value !== null && '_zod' in value && !names.has(value))
				names.set(value, `${name[0]?.toUpperCase()}${name.slice(1)}`);
	}
	return names;
}

/** What a line has asked, from its log. */
function routesOf(stderr: string): JsonDocument['routes'] {
	return [...stderr.matchAll(/^\[debug [^\]]+\] (\{"kind":"request".*\})$/gm)].flatMap(([, line = '']) => {
		const {method, url} = JSON.parse(line) as {method: string; url: string};
		return routeFor(method, url) ?? [];
	});
}

async function documents(): Promise<JsonDocument[]> {
	const found: JsonDocument[] = [];
	for (const {path, command} of await knownCommands())
		for (const example of command.examples) {
			const words = exampleWords(example.replace(/ [|>].*$/, '').replace('--output json ', ''));
			const line = ['--dry-run', '--debug', '--output', 'json', ...words];
			const {stdout, stderr} = await svc(line, {env: {SVC_PROJECT_ID: 'prj_1'}});
			if (!/^[[{]/.test(stdout)) continue;
			const shown = example.replaceAll(/\s*\\\n\s*/g, ' ').replace('--output json ', '');
			const {action, ...rest} = JSON.parse(stdout);
			// Only a rehearsal says that it is one.
			const document = action === 'dry-run' ? rest : JSON.parse(stdout);
			found.push({command: path.join(' '), example: shown, document, routes: routesOf(stderr)});
		}
	return found;
}

it('docs/json.md shows what the commands write today', {timeout: 120_000}, async () => {
	const made = jsonPage(await documents(), await namesOfSchemas());
	if (process.env['UPDATE_DOCS']) writeFileSync(page, made);
	expect(readFileSync(page, 'utf8'), 'made anew with UPDATE_DOCS=1').toBe(made);
});

it('every command with a document stands on the page', async () => {
	const text = readFileSync(page, 'utf8');
	const missing = (await knownCommands())
		.map(({path}) => path.join(' '))
		.filter(name => !text.includes(`### svc ${name}\n`));
	expect(missing).toEqual(['completion']);
});

it('types on the page are whole, and say of what a command copies that it may be null', () => {
	const text = readFileSync(page, 'utf8');
	const types = [...text.matchAll(/```text\n([^`]*)\n```/g)].map(([, type = '']) => type);
	const opened = (type: string) => type.split(/[{[(]/).length - type.split(/[)\]}]/).length;
	expect(types.filter(type => opened(type) !== 0)).toEqual([]);
	const diff = text.slice(text.indexOf('### svc test diff'), text.indexOf('### svc test open'));
	expect(diff).toMatch(/runA: .*failureKind: "assertion" .*\| null, failedStepIndex: number \| null/);
});
