import {describe, expect, it} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import {editRecipe} from '../../../../service/plans/changes/edit-recipe.ts';
import {learnedOperations} from '../../../../service/plans/learning/learned-asserts.ts';
import {inOrderOfSubject, SaidAnswers} from '../../../../service/plans/learning/said-answers.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import type {StepObservation} from '../../../../service/store/plans/learning-tables.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const string = {type: 'string'};
const json = (schema: object) => ({content: {'application/json': {schema}}});
const note = {type: 'object', required: ['id'], properties: {id: string, title: string}};
const plan = planOf(
	documentOf({
		'/notes': {
			post: {
				requestBody: json({type: 'object', required: ['title'], properties: {title: string}}),
				responses: {201: {description: 'made', ...json(note)}},
			},
		},
		'/notes/{noteId}': {
			parameters: [{name: 'noteId', in: 'path', required: true, schema: string}],
			get: {responses: {200: {description: 'it', ...json(note)}}},
			delete: {responses: {204: {description: 'gone'}}},
		},
	}),
);
const recipeOf = (row: string): Recipe => ({...rowOf(plan, row).recipe, id: `rcp_${row}`}) as Recipe;
const body = {
	type: 'object',
	required: ['id', 'title', 'color'],
	properties: {id: string, title: string, color: string},
};
const seen = (statuses: number[]): StepObservation => ({
	calls: 1,
	statuses,
	contentType: 'application/json',
	headers: [],
	body: body as never,
	echoes: [],
});

/** The tests after they have learned that every answer has a title and a color. */
function taught(recipes: readonly Recipe[]): Map<string, string> {
	const said = new SaidAnswers(recipes);
	const source = {from: 'observed' as const, runId: 'run_1', where: 'run_1, seen twice'};
	return new Map(
		inOrderOfSubject(recipes.map(recipe => ({recipe}))).map(({recipe}) => {
			const observation = Object.fromEntries(
				recipe.steps.map(({id, call}) => [id, seen([call.operation.method === 'POST' ? 201 : 200])]),
			);
			const operations = learnedOperations('tst_1', recipe, {observation, noted: []}, source, said);
			return [recipe.template, renderTest(operations.reduce((now, one) => editRecipe(now, one), recipe))];
		}),
	);
}

describe('what an answer looks like', () => {
	it('is learned in the test that is about it, whatever the order of the tests', () => {
		const recipes = ['POST /notes texts', 'POST /notes create', 'GET /notes/{noteId} read'].map(recipeOf);
		for (const order of [recipes, recipes.toReversed()]) {
			const codes = taught(order);
			expect(codes.get('create')).toContain('"color"');
			expect(codes.get('create')!.split('# Learned')).toHaveLength(2);
			expect(codes.get('read')).toContain('"color"');
			expect(codes.get('texts')).not.toMatch(/# Learned|color/);
		}
	});

	it('is learned elsewhere where no test is about it', () => {
		expect(taught([recipeOf('POST /notes texts')]).get('texts')).toContain('"color"');
	});

	it('adds to a documented field that may be left out only that it is there', () => {
		const code = taught([recipeOf('GET /notes/{noteId} shape')]).get('shape')!;
		expect(code).toContain('assert "title" in note, f"title is missing: {sorted(note)}"');
		expect(code.split('type(note["title"])')).toHaveLength(2);
		expect(code).toContain('type(note.get("color")) is str');
	});
});
