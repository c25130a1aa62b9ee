import {expect, it} from 'vitest';
import {madeUpParts} from '../../../service/cleanup/made-up-parts.ts';

const at = Date.parse('2026-11-23T09:30:00Z');
const seconds = Math.floor(at / 1000);

it.each([
	['3f9a1c2e'],
	['widget-3f9a1c2e'],
	['ada.7c9e6679f0b2@example.com'],
	['7c9e6679-7425-40de-944b-e07fc1f90ae7'],
	['01HF8Z3K7Q2M5N8P1R4T'],
	// A date by chance, in the midst of what was drawn.
	['7c9e6679742520261123944be07fc1f9'],
	['7c9e6679742540de944be07fc1920181'],
	[`n-${BigInt(at) * 1_000_000n + 123_456_789n}`],
])('%s was drawn', text => {
	expect(madeUpParts(text, at)).not.toEqual([]);
});

it.each([
	['Ada'],
	['blue'],
	['4711'],
	['1234567890'],
	['order-12345678'],
	['deadbeef'],
	['facade12'],
	['version12release'],
	[`user_${seconds}`],
	[`user_${at}`],
	[`user_${at * 1000}`],
	[`user_${seconds.toString(16)}`],
	[`user_${at.toString(16)}`],
	[`order${seconds}`],
	['20261123T093000Z'],
	['run20261123093000x'],
	['20261123T093000123456'],
	['2026-11-23T09:30:00.000Z'],
])('%s may be come to by others', text => {
	expect(madeUpParts(text, at)).toEqual([]);
});
