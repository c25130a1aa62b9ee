import type {Call, CallGroup, CallsView} from '../../../contract/call.ts';
import {counted} from '../../view-model/counted.ts';
import {cleanLine, clean} from '../clean.ts';
import type {Look} from '../look.ts';
import {type Column, table} from '../table.ts';

/** A body that was sent (`>`) or answered (`<`), line by line; nothing when there is none. */
export function bodyLines(mark: '>' | '<', body: string | null, encoding: string | null, indent: string): string {
	if (body === null || body === '') return '';
	if (encoding === 'base64') return `${indent}${mark} (binary, base64) ${clean(body)}\n`;
	return clean(body)
		.split('\n')
		.map(line => `${indent}${mark} ${line}`.trimEnd())
		.map(line => `${line}\n`)
		.join('');
}

/** A table with something below each of its rows. @param below one text per row */
export function withBelow(rows: string, below: readonly string[]): string {
	const [head = '', ...lines] = rows.split('\n').slice(0, -1);
	return [`${head}\n`, ...lines.map((line, place) => `${line}\n${below[place] ?? ''}`)].join('');
}

const indent = '  ';

const time: Column<Call> = {key: 'time', head: 'TIME', cell: call => call.startedAt};
const status: Column<Call> = {key: 'status', head: 'STATUS', cell: call => call.status};
const latency: Column<Call> = {key: 'ms', head: 'MS', cell: call => call.latencyMs};
const badges: Column<Call> = {key: 'badges', head: 'BADGES', cell: badgesOf};

const columns: Column<Call>[] = [
	time,
	status,
	latency,
	{key: 'test', head: 'TEST', cell: call => call.testTitle},
	badges,
];
const otherColumns: Column<Call>[] = [
	time,
	status,
	latency,
	{key: 'kind', head: 'KIND', cell: call => call.kind},
	badges,
];

/** "Badges `produces x`, `produces n variables`, `uses x (from <title>)`". */
function badgesOf({produces, uses}: Call): string {
	const [first, ...more] = produces;
	return [
		...(first ? [more.length > 0 ? `produces ${produces.length} variables` : `produces ${first.name}`] : []),
		...uses.map(({name, fromTitle}) => (fromTitle === null ? `uses ${name}` : `uses ${name} (from ${fromTitle})`)),
	].join(', ');
}

/** Recorded calls by endpoint. @param shape.bodies with what was sent and answered */
export function calls(view: CallsView, look: Look, {bodies}: {bodies: boolean}): string {
	if (!view.available) return 'No batch of this project has ended yet.\n';
	const {tests, calls: count, endpoints} = view.summary;
	const others = view.items.reduce((sum, {other}) => sum + other.count, 0);
	return [
		`${counted(tests, 'test')}, ${counted(count, 'call')}, ${counted(endpoints, 'endpoint')}${others === 0 ? '' : `; ${otherCalls(others)} below`}\n`,
		...view.items.map(group => groupText(group, look, bodies)),
		...(view.nextToken === null ? [] : [`nextToken: ${cleanLine(view.nextToken)}\n`]),
	].join('\n');
}

/** Calls of no test: logins, cleanup and the like. */
const otherCalls = (count: number): string => `${counted(count, 'call')} of no test`;

function groupText({method, path, calls: count, passed, failed, items, other}: CallGroup, look: Look, bodies: boolean) {
	const counts =
		count === 0 && other.count > 0
			? otherCalls(other.count)
			: `${counted(count, 'call')}  ${passed} passed  ${failed} failed`;
	const head = `${cleanLine(`${method} ${path}`)}  ${counts}\n`;
	const planned = items.length === 0 ? '' : rows(columns, items, look, bodies);
	if (other.count === 0) return head + planned;
	return `${head}${planned}${indent}Other observed behaviors (${other.count})\n${rows(otherColumns, other.items, look, bodies)}`;
}

function rows(shown: Column<Call>[], items: readonly Call[], look: Look, bodies: boolean): string {
	const text = table(shown, items, {}, {look, indent});
	if (!bodies) return text;
	return withBelow(
		text,
		items.map(
			call =>
				bodyLines('>', call.requestBody, call.requestEncoding, indent + indent) +
				bodyLines('<', call.responseBody, call.responseEncoding, indent + indent),
		),
	);
}
