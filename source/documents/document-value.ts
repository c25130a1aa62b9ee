import {LineCounter, parseDocument, visit, isAlias, isCollection} from 'yaml';
import {UnreadableDocument} from './document-text.ts';

/** Aliases of one YAML document that are followed; each may stand for a large part of it. */
const maxAliases = 10_000;
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

function yamlValue(text: string): unknown {
	const lines = new LineCounter();
	const document = parseDocument(text, {lineCounter: lines, logLevel: 'silent', uniqueKeys: false, merge: true});
	const [error] = document.errors;
	if (error) {
		// The parser tells of its own stack as if it were a mistake of the text.
		if (/call stack/.test(error.message))
			throw new UnreadableDocument('The document cannot be read: it is nested too deeply.');
		const {line, col} = lines.linePos(error.pos[0]);
		const [reason = ''] = error.message.split(/ at line \d+|:?\n/);
		throw new UnreadableDocument(
			`The document is not valid YAML: line ${line}, column ${col}: ${reason.slice(0, 200)}.`,
		);
	}
	let hasAlias = false;
	visit(document, {
		Alias() {
			hasAlias = true;
			return visit.BREAK;
		},
	});
	if (hasAlias) refuseGrowth(document);
	try {
		return document.toJS({maxAliasCount: maxAliases});
	} catch (cause) {
		if (cause instanceof RangeError) throw cause;
		throw new UnreadableDocument('The document cannot be read: its YAML aliases lead nowhere or grow without end.');
	}
}

/** Counts the nodes that a document has with its aliases written out, without writing them out. */
function refuseGrowth(document: ReturnType<typeof parseDocument>): void {
	const sizes = new Map<unknown, number>();
	const open = new Set<unknown>();
	const sizeOf = (node: unknown): number => {
		const target = isAlias(node) ? node.resolve(document) : node;
		if (!isCollection(target)) return 1;
		const known = sizes.get(target);
		if (known !== undefined) return known;
		if (open.has(target))
			throw new UnreadableDocument('The document cannot be read: a YAML alias stands inside what it refers to.');
		open.add(target);
		let size = 1;
		for (const item of target.items) {
			const pair = item as {key?: unknown; value?: unknown};
			size +=
				typeof pair === 'object' && pair !== null && 'value' in pair && 'key' in pair
					? 1 + sizeOf(pair.value)
					: sizeOf(item);
			if (size > maxNodes)
				throw new UnreadableDocument('The document cannot be read: its YAML aliases grow beyond 5,000,000 nodes.');
		}
		open.delete(target);
		sizes.set(target, size);
		return size;
	};
	sizeOf(document.contents);
}
