import {expect, it} from 'vitest';
import {exampleInProse} from '../../../../service/plans/data/prose-example.ts';

const any = {min: 0, max: Number.POSITIVE_INFINITY, pattern: undefined};

it.each([
	['Name of the zone (e.g. “example.com.”) MUST have a trailing dot', 'example.com.'],
	['Type of this record (e.g. “A”, “PTR”, “MX”)', 'A'],
	["The name of this setting (e.g. 'webserver-port')", 'webserver-port'],
	['Name of the zone, for example: `example.org`', 'example.org'],
	['How it is sorted, one of: `asc`, `desc`', 'asc'],
	['Kind of the answer, set to "Zone"', 'Zone'],
	['Either "daily" or "weekly".', 'daily'],
	['A cron expression such as "*/5 * * * *"', '*/5 * * * *'],
])('%j gives %j', (description, value) => {
	expect(exampleInProse(description, any)).toBe(value);
});

it.each([
	['The name of the zone'],
	['Say "please" in it'],
	['A path such as "/users/{id}"'],
	['e.g. "<name>"'],
	['May be set to "null"'],
	['e.g. “'],
])('%j gives none', description => {
	expect(exampleInProse(description, any)).toBeNull();
});

it('fits length and pattern, or is none', () => {
	const said = 'e.g. "Amber"';
	expect(exampleInProse(said, {...any, max: 4})).toBeNull();
	expect(exampleInProse(said, {...any, min: 6})).toBeNull();
	expect(exampleInProse(said, {...any, pattern: '^[a-z]+$'})).toBeNull();
	expect(exampleInProse(said, {...any, pattern: '^[A-Za-z]+$'})).toBe('Amber');
});
