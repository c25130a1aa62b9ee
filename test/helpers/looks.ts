import {readFileSync, writeFileSync} from 'node:fs';
import {brotliCompressSync, brotliDecompressSync} from 'node:zlib';
import type {RawLook} from '../../service/browser/page/raw-look.ts';

/** A page as a browser gave it before a step of the recorded plans, and the element which the step means. */
export type RecordedLook = {
	scenario: string;
	step: number;
	/** Place of the element among those of the step. */
	part: number;
	text: string;
	type: 'action' | 'assertion';
	kind: 'act' | 'nav' | 'check' | 'checkfalse' | 'ambiguous' | 'capture' | 'dialog' | 'download' | 'tab';
	/** Of a capture. */
	value: string | null;
	truth: number | null;
	raw: RawLook;
};

const fixture = (file: string) => new URL(`../fixtures/browser/${file}`, import.meta.url);
const read = (file: string) => JSON.parse(brotliDecompressSync(readFileSync(fixture(file))).toString());
export const pack = (file: string, value: unknown): void =>
	writeFileSync(fixture(file), brotliCompressSync(JSON.stringify(value)));

export const recordedLooks = (): RecordedLook[] => read('looks.br');

/** A page before and after a change, and the element that was saved: where it is now, or null where it is gone. */
export type RecordedDrift = {
	id: string;
	kind: 'drift' | 'mustNot';
	/** The step it belongs to, and the row or section that the step names. */
	step: string;
	row: string | null;
	section: string | null;
	isAssertion: boolean;
	target: number;
	expected: number | null;
	/** Elements of the look after the change whose middle lies under another one. */
	covered?: number[];
	before: RawLook;
	after: RawLook;
};

/** The first list, or one of those below `test/fixtures/drifts`. */
export const recordedDrifts = (list?: string): RecordedDrift[] => read(list ? `drifts-${list}.br` : 'drifts.br');
