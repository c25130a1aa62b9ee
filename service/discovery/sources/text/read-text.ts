import type {Code, Heading, Nodes, Paragraph, Root, Table as TableNode} from 'mdast';
import {fromMarkdown} from 'mdast-util-from-markdown';
import {gfmTableFromMarkdown} from 'mdast-util-gfm-table';
import {gfmTable} from 'micromark-extension-gfm-table';
import type {Skipped} from '../../document-endpoints.ts';
import {createDrafts, type Drafts, type Mention, type SourceNotes, type SourceReading} from '../endpoint-drafts.ts';
import {classifySentence} from './classify-sentence.ts';
import {curlCommands, readCurl} from './curl-command.ts';
import {endpointsOfTable, fieldsOfTable, type Table} from './field-table.ts';
import {readHttpBlock} from './http-block.ts';
import {jsonSample} from './json-sample.ts';
import {mentionedEndpoints} from './mentioned-endpoint.ts';
import {partsOf} from './text-parts.ts';
import {plainText, sentencesOf} from './sentences.ts';

/** Text that is read; what stands behind it is said. */
const longestText = 2_000_000;
const mostSentences = 5000;
type Context = {
	/** The part that is read, and the line of the text at which it begins. */
	text: string;
	firstLine: number;
	drafts: Drafts;
	requirements: SourceNotes['requirements'];
	/** The operation that was named last: what stands below it is about it. */
	current: Pick<Mention, 'method' | 'path'> | null;
	/** Depth of the heading that named it; 7: a paragraph did. */
	currentDepth: number;
	/** What was said right in front of a block of code. */
	label: string;
	/** Operations that had a sample which nothing says of whether it is sent or answered. */
	sampled: Set<string>;
};

/** Operations and requirement sentences of Markdown or plain text, read without a model. */
export function readText(text: string, skipped: Skipped): SourceReading {
	const shortened = text.length > longestText ? text.slice(0, longestText) : text;
	if (text.length > longestText) skipped(`what comes after the first ${longestText} characters`);
	const context: Context = {
		text: '',
		firstLine: 1,
		drafts: createDrafts(),
		requirements: [],
		current: null,
		currentDepth: 0,
		label: '',
		sampled: new Set(),
	};
	if (/^\s{0,100}syntax\s{0,10}=\s{0,10}"proto/.test(shortened.slice(0, 2000))) readProto(shortened, context.drafts);
	else {
		for (const part of partsOf(shortened)) {
			Object.assign(context, part);
			const tree: Root = fromMarkdown(part.text, {
				extensions: [gfmTable()],
				mdastExtensions: [gfmTableFromMarkdown()],
			});
			for (const node of tree.children) visit(node, context);
		}
	}
	return {
		endpoints: context.drafts.endpoints(),
		notes: () => ({requirements: context.requirements, travelled: []}),
	};
}

function visit(node: Nodes, context: Context): void {
	switch (node.type) {
		case 'heading':
		case 'paragraph':
			readProse(node, context);
			return;
		case 'code':
			readCode(node, context);
			return;
		case 'table':
			readTable(node, context);
			return;
		case 'list':
		case 'listItem':
		case 'blockquote':
			for (const child of node.children) visit(child, context);
			return;
		default:
	}
}

const sourceOf = (node: Nodes, {text}: Context): string =>
	text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
const lineOf = (node: Nodes, {firstLine}: Context): number => firstLine + (node.position?.start.line ?? 1) - 1;

function readProse(node: Heading | Paragraph, context: Context): void {
	const source = sourceOf(node, context);
	const line = lineOf(node, context);
	const commands = curlCommands(source);
	for (const {command, line: offset} of commands) take(readCurl(command), line + offset, context);
	const depth = node.type === 'heading' ? node.depth : 7;
	// A heading of the same or a higher level ends what the heading before it was about.
	if (node.type === 'heading' && depth <= context.currentDepth) context.current = null;
	if (commands.length > 0) return;
	const mentioned = mentionedEndpoints(source);
	for (const [place, {method, path, query, index}] of mentioned.entries()) {
		const own = line + source.slice(0, index).split('\n').length - 1;
		const isAlone = mentioned.length === 1;
		context.drafts.add({
			method,
			path,
			line: own,
			query,
			summary: isAlone ? summaryOf(source, index) : null,
			...inlineSample(source.slice(index, mentioned[place + 1]?.index), method),
		});
	}
	if (mentioned.length === 1) {
		context.current = mentioned[0]!;
		context.currentDepth = depth;
	}
	context.label = plainText(source).slice(-200);
	if (node.type === 'paragraph') readSentences(source, line, context);
}

/** "POST /orders places an order: …" → "Places an order"; null when nothing follows. */
function summaryOf(source: string, index: number): string | null {
	const after = plainText(source.slice(index))
		.replace(/^\S+ +\S+\s*[-–—:]?\s*/, '')
		.split(/(?<=[.:;])\s|\n/, 1)[0]!
		.replace(/[.:;,]$/, '');
	if (after.length < 3 || after.length > 120 || !/^[A-Za-z]/.test(after) || /[{}]/.test(after)) return null;
	return after[0]!.toUpperCase() + after.slice(1);
}

function readSentences(source: string, line: number, {requirements, current}: Context): void {
	for (const sentence of sentencesOf(source, line)) {
		if (requirements.length >= mostSentences) return;
		const demand = classifySentence(sentence.text);
		if (!demand) continue;
		const endpoint = demand.endpoint ?? (current && {method: current.method, path: current.path});
		requirements.push({...demand, ...sentence, endpoint, kind: null});
	}
}

function take(mention: Mention | null, line: number, context: Context): void {
	if (!mention) return;
	context.drafts.add({...mention, line});
	context.current = mention;
	context.currentDepth = Math.max(context.currentDepth, 1);
}

function readCode(node: Code, context: Context): void {
	const {value} = node;
	const line =
		lineOf(node, context) +
		(sourceOf(node, context).startsWith('`') || sourceOf(node, context).startsWith('~') ? 1 : 0);
	const commands = curlCommands(value);
	if (commands.length > 0) {
		for (const {command, line: offset} of commands) take(readCurl(command), line + offset, context);
		return;
	}
	const block = readHttpBlock(value);
	if (block) {
		take(block.request, line, context);
		if (context.current && block.answers.length > 0)
			context.drafts.add({...context.current, line, answers: block.answers});
		return;
	}
	const sample = jsonSample(value);
	if (sample !== undefined) {
		readSample(sample, line, context);
		return;
	}
	for (const {method, path, query, index} of mentionedEndpoints(value))
		context.drafts.add({method, path, query, line: line + value.slice(0, index).split('\n').length - 1});
}

/**
 * JSON below "Request", "Body", "Response 201" or "Returns" belongs to the operation that was named last. The first one
 * of which nothing is said is what the operation takes, or what a GET answers.
 */
function readSample(value: unknown, line: number, {current, drafts, label, sampled}: Context): void {
	if (!current) return;
	const {method, path} = current;
	const key = `${method} ${path}`;
	const side = sideOf(label) ?? (sampled.has(key) ? null : method === 'GET' ? 'answer' : 'request');
	if (sideOf(label) === null) sampled.add(key);
	const sample = side && sampleOf(side, value, method, label);
	if (sample) drafts.add({method, path, line, ...sample});
}

/** Of which side of a call words speak that stand in front of a sample: the later word counts. Null: of none. */
function sideOf(label: string): 'request' | 'answer' | null {
	const at = (look: RegExp) => label.toLowerCase().search(look);
	const [asked, answered] = [
		at(/\b(?:request|body|payload|send|input)\b/),
		at(/\b(?:respon|return|answer|output|result)/),
	];
	if (answered >= 0 && answered >= asked) return 'answer';
	return asked >= 0 ? 'request' : null;
}

/** A sample as part of a mention; null: the method sends none. */
function sampleOf(
	side: 'request' | 'answer',
	value: unknown,
	method: Mention['method'],
	label: string,
): Partial<Mention> | null {
	const body = {contentType: 'application/json', value};
	if (side === 'request') return method === 'GET' || method === 'DELETE' ? null : {body};
	const status = /\b([1-5]\d\d)\b/.exec(label)?.[1] ?? (method === 'POST' ? '201' : '200');
	return {answers: [{status, body}]};
}

/** `POST /users takes {"name": "Ada"}`, `GET /users/1 answers {"id": 1}`: JSON within the sentence of an operation. */
function inlineSample(text: string, method: Mention['method']): Partial<Mention> | null {
	const start = text.search(/[{[]\s{0,20}["{]/);
	const said = start < 0 ? '' : jsonFrom(text.slice(start));
	const value = jsonSample(said);
	if (value === undefined) return null;
	const label = text.slice(0, start);
	return sampleOf(sideOf(label) ?? (method === 'GET' ? 'answer' : 'request'), value, method, label);
}

const longestInline = 4000;

/** A text from its first bracket to the one that closes it; empty: nothing closes it. */
function jsonFrom(text: string): string {
	let [depth, isText] = [0, false];
	for (let place = 0; place < Math.min(text.length, longestInline); place++) {
		const sign = text[place]!;
		if (isText && sign === '\\') place++;
		else if (sign === '"') isText = !isText;
		else if (!isText && (sign === '{' || sign === '[')) depth++;
		else if (!isText && (sign === '}' || sign === ']') && --depth === 0) return text.slice(0, place + 1);
	}
	return '';
}

function readTable(node: TableNode, context: Context): void {
	const [first, ...rest] = node.children.map(row => ({
		cells: row.children.map(cell => sourceOf(cell, context).replace(/^\|/, '').replace(/\|$/, '').trim()),
		line: lineOf(row, context),
	}));
	if (!first) return;
	const table: Table = {header: first.cells.map(plainText), rows: rest};
	const endpoints = endpointsOfTable(table);
	for (const mention of endpoints) context.drafts.add(mention);
	if (endpoints.length === 0 && context.current) {
		const {method, path} = context.current;
		const fields = fieldsOfTable(table, method, path);
		if (fields) context.drafts.add({method, path, line: first.line, ...fields});
	}
	for (const {cells, line} of rest) for (const cell of cells) readSentences(cell, line, context);
}

/** Services of a gRPC description: named, so that nobody wonders where they are; planning makes no rows for them. */
function readProto(text: string, drafts: Drafts): void {
	let service = '';
	for (const [place, line] of text.split('\n').entries()) {
		service = /^\s{0,100}service\s+(\w{1,100})/.exec(line)?.[1] ?? service;
		const method = /^\s{0,100}rpc\s+(\w{1,100})/.exec(line)?.[1];
		if (method !== undefined && service !== '')
			drafts.add({method: 'POST', path: `/${service}/${method}`, line: place + 1, protocol: 'grpc'});
	}
}
