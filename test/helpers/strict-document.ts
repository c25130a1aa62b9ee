import * as z from 'zod/mini';
import {bare, definitionOf} from '../../build/schema-parts.ts';
import {documents} from '../../contract/documents/index.ts';
import type {Variant} from '../../contract/documents/variant.ts';
import {isGroup, type Node} from '../../source/commands/tree.ts';
import {commands} from '../../source/commands/index.ts';
import {globalFlags} from '../../source/command-line/globals.ts';
import {locate, spellingsOf} from '../../source/command-line/parse.ts';

/** Where, and what is wrong there. */
type Fault = string;

/** What is wrong with a value that is said to be of a schema, unknown keys among it; every line begins with the place. */
export function faultsOf(schema: z.ZodMiniType, value: unknown, place = '$'): Fault[] {
	const {schema: inner, isNullable} = bare(schema);
	if (value === null && isNullable) return [];
	const {shape, element, valueType, options} = definitionOf(inner);
	if (options) {
		const all = options.map(option => faultsOf(option, value, place));
		return all.find(faults => faults.length === 0) ?? fewest(all);
	}
	if (shape)
		return isObject(value) ? faultsOfObject(shape, value, place) : [`${place}: ${nameOf(value)}, not an object`];
	if (element)
		return Array.isArray(value)
			? value.flatMap((one, index) => faultsOf(element, one, `${place}[${index}]`))
			: [`${place}: ${nameOf(value)}, not an array`];
	if (valueType)
		return isObject(value)
			? Object.entries(value).flatMap(([key, one]) => faultsOf(valueType, one, `${place}.${key}`))
			: [`${place}: ${nameOf(value)}, not an object`];
	const known = (z.globalRegistry.get(inner) as {'x-values'?: readonly unknown[]} | undefined)?.['x-values'];
	if (known && !known.includes(value)) return [`${place}: ${JSON.stringify(value)} is none of ${known.join(', ')}`];
	const {error} = inner.safeParse(value);
	return error ? [`${place}: ${nameOf(value)}: ${error.issues[0]?.message ?? error.message}`] : [];
}

function faultsOfObject(shape: Record<string, z.ZodMiniType>, value: Record<string, unknown>, place: string): Fault[] {
	const missing = Object.entries(shape).filter(([key, part]) => !Object.hasOwn(value, key) && !bare(part).isOptional);
	return [
		...missing.map(([key]) => `${place}.${key} is missing`),
		...Object.entries(value).flatMap(([key, one]) => {
			const part = Object.hasOwn(shape, key) ? shape[key] : undefined;
			return part ? faultsOf(part, one, `${place}.${key}`) : [`${place}.${key} is unknown`];
		}),
	];
}

const fewest = (all: readonly Fault[][]): Fault[] => [...all].sort((a, b) => a.length - b.length)[0] ?? [];
const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const nameOf = (value: unknown) =>
	typeof value === 'object' ? (value === null ? 'null' : 'object') : JSON.stringify(value);

/** The words of the command that a line calls; null: there is none, or it only asks for help. */
export function commandOf(argv: readonly string[]): string | null {
	const located = locate(argv, commands, spellingsOf(globalFlags));
	if (located.problem || located.wantsHelp || located.wantsVersion || located.path.length === 0) return null;
	return isGroup(located.node as Node) ? null : located.path.join(' ');
}

const asksForJson = (argv: readonly string[]) =>
	argv.some((word, index) => word === '--output=json' || (word === 'json' && argv[index - 1] === '--output'));

/** Fails when a line has written a document to stdout that is not the one that is declared for its command, key by key. */
export function expectDeclared(argv: readonly string[], stdout: string): void {
	const faults = faultsOfOutput(argv, stdout);
	if (faults.length > 0)
		throw new Error(`${faults.slice(0, 20).join('\n')}\nin what svc ${argv.join(' ')} wrote: ${stdout.slice(0, 2000)}`);
}

/**
 * What is wrong with what a line has written to stdout, by what is declared for its command; empty: nothing, or it wrote no
 * JSON.
 */
export function faultsOfOutput(argv: readonly string[], stdout: string): Fault[] {
	const command = commandOf(argv);
	if (command === null || !asksForJson(argv) || !/^[[{]/.test(stdout)) return [];
	const variants = documents[command];
	if (!variants) return [`svc ${command}: no document is declared`];
	const whole = parsed(stdout);
	if (whole !== undefined) return faultsAmong(variants, whole, command);
	return stdout
		.trimEnd()
		.split('\n')
		.flatMap(line => {
			const document = parsed(line);
			const lines = variants.filter(({isLine}) => isLine);
			return document === undefined || lines.length === 0
				? [`svc ${command}: not JSON: ${line.slice(0, 100)}`]
				: faultsAmong(lines, document, command);
		});
}

function faultsAmong(variants: readonly Variant[], document: unknown, command: string): Fault[] {
	const all = variants.map(({schema, when}) =>
		faultsOf(schema, document).map(fault => `svc ${command}${when === '' ? '' : ` (${when})`}: ${fault}`),
	);
	return all.some(faults => faults.length === 0) ? [] : fewest(all);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
