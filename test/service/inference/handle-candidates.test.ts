import {expect, it} from 'vitest';
import {handleCandidates} from '../../../service/inference/handle-candidates.ts';

const record = {id: 7, uuid: '27ced2c4-495d-447b-85ba-72781323eca1', name: 'Copper Orchard'};
const best = (parameter: string, type: string | null) =>
	handleCandidates({parameter, kind: 'play', record: {record, pointer: '$'}, request: {uuid: record.uuid}, type})[0]
		?.value;

it('a number of the very name of a parameter is meant, though a document calls all of a path a string', () => {
	expect(best('id', 'string')).toBe('7');
	expect(best('id', 'integer')).toBe('7');
	expect(best('uuid', 'string')).toBe(record.uuid);
	// Of another name, it is not what a text is asked for.
	expect(best('play_uuid', 'string')).toBe(record.uuid);
});
