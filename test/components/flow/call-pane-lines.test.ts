import {describe, expect, it} from 'vitest';
import {stepPaneLines} from '../../../components/chains/chain-pane-lines.ts';
import {callPaneLines} from '../../../components/flow/call-pane-lines.ts';
import {statusSpanOf} from '../../../components/flow/call-row.ts';
import {dataFlowHeadLine} from '../../../components/flow/data-flow-head.tsx';
import type {PaneLine} from '../../../components/text-pane.tsx';
import type {Calls} from '../../../source/stores/calls.ts';
import {glyphSets} from '../../../source/terminal/glyphs.ts';
import {flowCall, sampleStep} from '../../helpers/flow-world.ts';

const glyphs = glyphSets.unicode;
const texts = (lines: readonly PaneLine[]) => lines.map(spans => spans.map(({text}) => text).join('')).join('\n');
const pane = (call = flowCall(1, 'POST', '/orders'), width = 60) =>
	texts(callPaneLines(call, call, new Map(), {glyphs, width}, false));

describe('the pane of a call', () => {
	it('lays out JSON, and shows other text as it came', () => {
		expect(pane(flowCall(1, 'POST', '/a', {}, {requestBody: '{"a":[1]}'}))).toContain('{\n  "a": [\n    1\n  ]\n}');
		expect(pane(flowCall(1, 'POST', '/a', {}, {responseBody: '<b>no</b>'}))).toContain('Response\n<b>no</b>');
	});

	it('says what cannot be shown: no answer, no body, no text, cut off', () => {
		const silent = {status: null, statusClass: null, responseBody: null, responseHeaders: null, error: 'reset by peer'};
		expect(pane(flowCall(1, 'POST', '/a', {}, silent))).toContain('- no response');
		expect(pane(flowCall(1, 'POST', '/a', {}, silent))).toContain('There was no answer.');
		expect(pane(flowCall(1, 'POST', '/a', {}, {responseBody: null}))).toContain('It had no body.');
		const binary = {responseBody: 'AAAA', responseEncoding: 'base64' as const};
		expect(pane(flowCall(1, 'POST', '/a', {}, binary))).toContain('(not text: 3 bytes)');
		expect(pane(flowCall(1, 'POST', '/a', {}, {truncated: true}))).toContain('The recording was cut');
	});

	it('is cleaned and folded', () => {
		const text = pane(flowCall(1, 'POST', '/a', {}, {responseBody: `\u001b]0;x\u0007${'y'.repeat(200)}`}), 40);
		expect(text).not.toMatch(/[\u001b\u0007]/);
		for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
	});

	it('says that a call is being read', () => {
		const text = texts(callPaneLines(flowCall(1, 'GET', '/a'), null, new Map(), {glyphs, width: 60}, true));
		expect(text).toContain('Reading what was sent and answered');
	});
});

describe('the pane of a step', () => {
	it('tells its place, its wait, and that it made no request', () => {
		const step = sampleStep(2, {
			request: null,
			response: null,
			waitBeforeMs: 1500,
			status: 'Blocked',
			error: 'no value',
		});
		const text = texts(stepPaneLines(step, 5, null, {glyphs, width: 60}));
		expect(text).toContain('step 2 of 5');
		expect(text).toContain('waits 1.5 s before');
		expect(text).toContain('no value');
		expect(text).toContain('This step made no request.');
	});
});

describe('the status of an answer', () => {
	it.each([
		['2xx', 200, 'passed'],
		['3xx', 302, undefined],
		['4xx', 404, 'blocked'],
		['5xx', 500, 'failed'],
	])('of class %s keeps its number', (statusClass, status, role) => {
		const span = statusSpanOf({status, statusClass});
		expect(span.text).toBe(String(status));
		expect(span.role).toBe(role);
	});

	it('is a dash where there was none', () => {
		expect(statusSpanOf({status: null, statusClass: null}).text).toBe('-');
	});
});

describe('the head of the data flow', () => {
	const view: Calls = {
		batchId: 'bat_1',
		available: true,
		summary: {tests: 1200, calls: 10_000, endpoints: 250, cleanupDeletes: 3},
		edges: [],
		groups: [],
		count: 10_000,
	};

	it.each([60, 80, 100, 200])('fits %i columns, forms included', width => {
		const text = dataFlowHeadLine(view, 'calls', width, glyphs)
			.map(span => span.text)
			.join('');
		expect(text).toHaveLength(width);
		expect(text).toContain('10000 calls');
		expect(text).toMatch(/3 (cleanup )?DELETEs .*Flow {2}\[Calls\] $/);
	});

	it('says how far the reading is', () => {
		const spans = dataFlowHeadLine({...view, count: 400}, 'flow', 200, glyphs);
		expect(spans.map(span => span.text).join('')).toContain('reading 400');
	});
});
