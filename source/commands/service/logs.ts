import {logFileOf, servicePaths} from '../../client/service-file.ts';
import type {Context} from '../../context.ts';
import {ApiError, refusedFlag} from '../../errors/api-error.ts';
import {defineCommand} from '../define-command.ts';
import {integer, text, toggle} from '../flag.ts';
import {followFile} from './follow-file.ts';
import {dataDirOf} from './shared.ts';
import {readRegularBytes} from '../../process/regular-file.ts';

const units = {m: 60_000, h: 3_600_000};

/** `<n>m`, `<n>h` or an ISO time as epoch milliseconds; undefined when it is none of them. */
function sinceTime(given: string, now: number): number | undefined {
	const [, amount, unit] = /^(\d{1,6})([mh])$/.exec(given) ?? [];
	if (amount !== undefined) return now - Number(amount) * units[unit as keyof typeof units];
	const time = /^\d{4}-\d\d-\d\d/.test(given) ? Date.parse(given) : Number.NaN;
	return Number.isNaN(time) ? undefined : time;
}

/** Lines since a moment. A line without a time of its own (a stack trace) goes with the line before it. */
function linesSince(lines: readonly string[], from: number | undefined): string[] {
	if (from === undefined) return [...lines];
	const first = lines.findIndex(line => (timeOf(line) ?? Number.NEGATIVE_INFINITY) >= from);
	return first === -1 ? [] : lines.slice(first);
}

/** The time a log line carries: a `time` of a JSON object (number or text), or an ISO time at its start. */
function timeOf(line: string): number | undefined {
	const [, number] = /"time":(\d+)/.exec(line) ?? [];
	if (number !== undefined) return Number(number);
	const [iso] = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/.exec(line) ?? [];
	return iso === undefined ? undefined : Date.parse(iso);
}

export const logs = defineCommand({
	args: {},
	flags: {
		lines: integer('Last lines to print', {min: 1, default: 100}),
		follow: toggle('Go on printing until Ctrl-C'),
		since: text('Only lines since then: 10m, 2h or an ISO time', {placeholder: '<time>'}),
	},
	examples: ['service logs --lines 20', 'service logs --follow', 'service logs --since 10m'],
	settings: 'profile',
	handlesSignals: true,
	rules({follow, since}, {output, clock}) {
		if (follow && output === 'json') throw refusedFlag('follow', {reason: 'exclusive', text: 'has no JSON form'});
		if (since !== undefined && sinceTime(since, clock.now()) === undefined)
			throw refusedFlag('since', {reason: 'time', text: 'must be like 10m, 2h or 2026-01-31T09:30:00Z'});
	},
	async run({lines: count, follow, since}, context) {
		const dataDir = dataDirOf(undefined, context);
		if (context.dryRun)
			return {view: 'service-log', data: {file: servicePaths(dataDir).log, lines: ['sample line of the service log']}};
		const file = logFileOf(dataDir);
		const content = readLog(file);
		const from = since === undefined ? undefined : sinceTime(since, context.clock.now());
		const lines = linesSince(linesOf(content.text), from).slice(-count);
		if (!follow) return {view: 'service-log', data: {file, lines}};
		for (const line of lines) context.writeLine(line);
		await followLog(file, content.size, context);
		return {};
	},
});

const linesOf = (text: string) => text.split('\n').filter(line => line !== '');

function readLog(file: string): {text: string; size: number} {
	try {
		const bytes = readRegularBytes(file);
		return {text: bytes.toString(), size: bytes.length};
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
		throw new ApiError('NOT_FOUND', `There is no log at ${file}.`, {
			nextAction: 'svc service start',
			details: {resource: 'log', id: file, reason: 'not_found'},
		});
	}
}

/** Until the first signal, which ends the command well: it has done what it was asked for. */
async function followLog(file: string, size: number, {clock, signal, writeLine}: Context): Promise<void> {
	for await (const line of followFile(file, size, {sleep: clock.sleep, signal})) writeLine(line);
}
