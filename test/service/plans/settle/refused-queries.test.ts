import {expect, it} from 'vitest';
import {listEndpoints} from '../../../../contract/routes/endpoints.ts';
import {saveSettled} from '../../../../service/store/plans/settle-input.ts';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning} from '../learning/learning-world.ts';
import {flatsDocument, startFlats} from './flats-api.ts';

const python = pythonOfFile();

it('learns what lists take at most, and what of a wrapped record may be there once', async () => {
	const api = await startFlats();
	const {run, settle, codes, http, params} = await startLearning(python(), api.url, flatsDocument);
	expect(redOf(await run()).join('\n')).toContain('must be between 1 and 20');
	const first = await settle();
	expect(first.reply).toContain(
		'GET /blocks asks more of its query than the document says: per_page: must be between 1 and 20.',
	);
	expect(first.reply).toContain('POST /blocks/{block_id}/flats takes each number once.');
	expect(redOf(await run())).toEqual([]);
	const written = [...(await codes()).values()].join('\n');
	expect(written).not.toMatch(/"per_page": 100/);
	expect(written).not.toMatch(/json=\{"number"|"number": [^{]*"flat"/);
	// What a later round learns of another parameter stands beside it.
	const blocks = {method: 'GET', path: '/blocks'};
	const later = {settledQuery: {sort: {schema: {}, required: true}}};
	await saveSettled(http.database, params.projectId, blocks, later, Date.now());
	const {body: known} = await http.call(listEndpoints, {params, query: {pageSize: 100}});
	const list = known.items.find(({method, path}) => method === blocks.method && path === blocks.path);
	expect(Object.keys(list?.requestShape.settledQuery ?? {})).toEqual(['per_page', 'sort']);
	expect([api.blocks.size, api.flats.size]).toEqual([0, 0]);
});
