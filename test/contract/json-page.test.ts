import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import process from 'node:process';
import {expect, it} from 'vitest';
import {jsonPage} from '../../build/json-page.ts';
import {knownCommands} from '../fuzz/known-commands.ts';

const page = new URL('../../docs/json.md', import.meta.url);
const rooms = ['../../contract/', '../../contract/documents/'].map(path => new URL(path, import.meta.url));

/** Schemas by the name of their export, as a type is written. */
async function namesOfSchemas(): Promise<Map<unknown, string>> {
	const names = new Map<unknown, string>();
	for (const room of rooms)
		for (const file of readdirSync(room)
			.filter(name => name.endsWith('.ts'))
			.sort()) {
			const module: Record<string, unknown> = await import(new URL(file, room).href);
			for (const [name, value] of Object.entries(module))
				if (typeof value === 'object' && value !== null && '_zod' in value && !names.has(value))
					names.set(value, `${name[0]?.toUpperCase()}${name.slice(1)}`);
		}
	return names;
}

it('docs/json.md shows what is declared of the documents of all commands', async () => {
	const made = jsonPage(await namesOfSchemas());
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

it('two objects of the page have two names, and every name on it stands there', async () => {
	const text = readFileSync(page, 'utf8');
	const names = [...text.matchAll(/^### ([A-Z]\w*)$/gm)].map(([, name]) => name);
	expect(new Set(names).size).toBe(names.length);
	const types = [...text.matchAll(/^(?:.*: )?`([^`]*)`$|^```text\n([^`]*)\n```$/gm)].map(
		([, line, block]) => line ?? block ?? '',
	);
	const used = types.flatMap(type =>
		[...type.replaceAll(/"[^"]*"/g, '').matchAll(/\b[A-Z]\w*/g)].map(([name]) => name),
	);
	expect(used.filter(name => !names.includes(name) && name !== 'JSON')).toEqual([]);
});

it('types on the page are whole, and none of them is any', () => {
	const text = readFileSync(page, 'utf8');
	const types = [...text.matchAll(/```text\n([^`]*)\n```/g)].map(([, type = '']) => type);
	const opened = (type: string) => type.split(/[{[(]/).length - type.split(/[)\]}]/).length;
	expect(types.filter(type => opened(type) !== 0)).toEqual([]);
	expect(text.match(/\bany\b[[\],}|; ]*$/gm)).toBeNull();
});
