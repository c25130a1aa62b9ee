import {
	CORE_SCHEMA,
	defineMappingTag,
	defineScalarTag,
	defineSequenceTag,
	load,
	mapTag,
	mergeTag,
	seqTag,
	YAMLException,
} from 'js-yaml';
import {UnreadableDocument} from './document-text.ts';

/** Aliases of one YAML document that are followed; each may stand for a large part of it. */
const maxAliases = 10_000;
/** Keys that `<<` brings along, all together. */
const maxMergedKeys = 100_000;
/** Lists and objects of a YAML document that may stand in each other. */
const deepest = 1000;
/** Nodes that a YAML document may have once its aliases are written out. */
const maxNodes = 5_000_000;

export type JsonObject = {[key: string]: unknown};

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What a JSON or YAML text says. Throws `UnreadableDocument` with line and column of what is wrong, and for YAML whose
 * aliases would grow beyond all measure.
 */
export function parsedValue(text: string): unknown {
	return /^\s*[[{]/.test(text) ? jsonValue(text) : yamlValue(text);
}

function jsonValue(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		// A flow mapping of YAML looks like JSON; it is that when YAML can read it.
		const place = jsonPlace(text, error as SyntaxError);
		try {
			return yamlValue(text);
		} catch (other) {
			// The engine does not always name the place; the other parser stops at the same one.
			const found = place.startsWith('line ') ? null : /line \d+, column \d+/.exec((other as Error).message);
			throw new UnreadableDocument(`The document is not valid JSON: ${found ? `${found[0]}: ` : ''}${place}.`);
		}
	}
}

/**
 * `line 3, column 7: Unexpected token …`, with the place of the engine's message when it names one. Never the piece of the
 * text that it quotes: it may hold a secret.
 */
function jsonPlace(text: string, {message}: SyntaxError): string {
	const reason = message
		.replace(/, ?(?:\.\.\.)?".*/s, '')
		.replace(/ in JSON at position \d+.*$/s, '')
		.replace(/ \(line \d+ column \d+\)$/, '');
	const position = /position (\d+)/.exec(message)?.[1];
	const at = position === undefined && /end of JSON input/.test(message) ? text.length : Number(position);
	if (Number.isNaN(at)) return reason.slice(0, 200);
	const before = text.slice(0, at);
	const line = before.split('\n').length;
	return `line ${line}, column ${at - before.lastIndexOf('\n')}: ${reason.slice(0, 200)}`;
}

/** Tags of other tools, such as `!Sub` of a template, say nothing here: what they stand before is read as it is. */
const schema = CORE_SCHEMA.withTags(
	mergeTag,
	defineScalarTag('', {
		matchByTagPrefix: true,
		resolve: text => text,
		identify: () => false,
	}),
	defineSequenceTag('', {...seqTag, matchByTagPrefix: true, identify: () => false}),
	defineMappingTag('', {...mapTag, matchByTagPrefix: true, identify: () => false}),
);

function yamlValue(text: string): unknown {
	const value = loaded(text);
	refuseGrowth(value);
	return value;
}

function loaded(text: string): unknown {
	try {
		return load(text, {schema, json: true, maxDepth: deepest, maxAliases, maxTotalMergeKeys: maxMergedKeys});
	} catch (error) {
		if (!(error instanceof YAMLException)) throw error;
		const {reason, mark} = error;
		if (/maxDepth/.test(reason)) throw new UnreadableDocument('The document cannot be read: it is nested too deeply.');
		if (/maxAliases|maxTotalMergeKeys/.test(reason))
			throw new UnreadableDocument('The document cannot be read: its YAML aliases grow without end.');
		const place = mark ? `line ${mark.line + 1}, column ${mark.column + 1}: ` : '';
		throw new UnreadableDocument(`The document is not valid YAML: ${place}${reason.slice(0, 200)}.`);
	}
}

/** Counts the nodes that a value has with everything that aliases share written out, without writing it out. */
function refuseGrowth(value: unknown): void {
	const sizes = new Map<object, number>();
	const open = new Set<object>();
	const sizeOf = (node: unknown): number => {
		if (typeof node !== 'object' || node === null) return 1;
		const known = sizes.get(node);
		if (known !== undefined) return known;
		if (open.has(node))
			throw new UnreadableDocument('The document cannot be read: a YAML alias stands inside what it refers to.');
		open.add(node);
		let size = 1;
		for (const item of Array.isArray(node) ? node : Object.values(node)) {
			size += sizeOf(item);
			if (size > maxNodes)
				throw new UnreadableDocument('The document cannot be read: its YAML aliases grow beyond 5,000,000 nodes.');
		}
		open.delete(node);
		sizes.set(node, size);
		return size;
	};
	sizeOf(value);
}
