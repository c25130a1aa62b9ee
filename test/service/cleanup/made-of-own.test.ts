import {expect, it} from 'vitest';
import {Absences} from '../../../service/cleanup/absence.ts';
import {Numbering} from '../../../service/cleanup/numbering.ts';
import {Ownership} from '../../../service/cleanup/ownership.ts';
import {Sightings} from '../../../service/cleanup/sightings.ts';
import type {JsonObject} from '../../../service/inference/json-value.ts';
import {callsOf, type Line, origin} from './observed-lines.ts';

const tag = '4f9a01bc';
const email = `amber.${tag}@example.com`;
const candidate: Line = ['POST /candidates', {status: 201, sent: {email}, answer: {id: 5, email}}];
const hired = {id: 9, firstName: 'Amber', email};
const hire = (answer: object = hired, status = 201): Line => ['POST /candidates/5/hire', {status, answer}];

/** What proves that the employee whom the last call has answered is the run's own; undefined: nothing. */
function proofOf(lines: readonly Line[], of: string | null) {
	const calls = callsOf(lines);
	const ownership = new Ownership({
		sightings: new Sightings(calls),
		absences: new Absences(calls, [], []),
		tagOf: () => of,
		created: new Set(),
		numbering: new Numbering(calls, call => `/${call.segments.join('/')}`),
	});
	const prove = (place: number, family: string, handle: string, isDirect: boolean) => {
		const call = calls[place]!;
		const record = call.response as JsonObject;
		const url = `${origin}${family}/${handle}`;
		const sourcePath = `/${call.segments.join('/')}`;
		return ownership.prove({call, handle, family, url, record, sourcePath, isDirect, isNew: false, list: null});
	};
	if (lines[0] === candidate) prove(0, '/candidates', '5', true);
	return prove(calls.length - 1, '/employees', '9', false)?.kind;
}

it('a record that is made of one of the run and goes by its name is its own', () => {
	expect(proofOf([candidate, hire()], tag)).toBe('server_id');
});

it.each<[string, Line[], string | null]>([
	['it was shown before', [candidate, ['GET /employees/9', {answer: {...hired, email: 'old@x.de'}}], hire()], tag],
	['the answer does not say that it was made', [candidate, hire(hired, 200)], tag],
	['the name is only that of what stands in it', [candidate, hire({id: 9, email: 'old@x.de', from: {email}})], tag],
	['what it is made of is none of the run', [hire()], tag],
	['another run may have had that name', [candidate, hire()], null],
])('nothing proves it where %s', (_, lines, of) => {
	expect(proofOf(lines, of)).toBeUndefined();
});
