import {shopDocument} from '../../../demo/shop/document.ts';
import {operations} from '../../../demo/shop/resources/index.ts';
import {analyseApi} from '../../../service/plans/kinds/analyse-api.ts';
import {type MadePlan, type MadeRow, type PlanInput, planRows} from '../../../service/plans/plan-rows.ts';
import type {PlanSettings} from '../../../service/plans/templates/context.ts';
import {type PlanDocument, planDocument} from './plan-document.ts';

/** The demo shop's own document. */
export const shop = (): PlanDocument => planDocument(JSON.parse(JSON.stringify(shopDocument(operations))));

const settings: PlanSettings = {planId: 'pln_1', seed: 'seed', environment: new Set(), hasCredential: true};

export const planOf = (
	document: PlanDocument,
	changes: Partial<PlanSettings & Pick<PlanInput, 'requirements'>> = {},
): MadePlan => planRows({...settings, ...changes, api: analyseApi(document), endpoints: document.endpoints});

/** A small document of paths, as its author would write it. */
export const documentOf = (paths: object, more: object = {}): PlanDocument =>
	planDocument({openapi: '3.1.0', info: {title: 'A', version: '1'}, paths, ...more});

export function rowOf(plan: MadePlan, key: string): MadeRow {
	const row = plan.rows.find(one => one.key === key);
	if (!row) throw new Error(`no row ${key} among ${plan.rows.map(one => one.key).join(', ')}`);
	return row;
}
