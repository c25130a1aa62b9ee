import type {Refinement} from '../refinement.ts';
import type * as routes from '../routes/refinements.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const diff = `--- before
+++ after
@@ -9,3 +9,3 @@
     response = requests.post(f"{BASE_URL}/orders", json=sent, headers=__AUTH_HEADERS__, timeout=10)
-    assert response.status_code == 201, f"expected 201 Created, got {response.status_code}: {response.text[:200]}"
+    assert response.status_code == 200, f"expected 200 OK, got {response.status_code}: {response.text[:200]}"
     order = response.json()
`;

export const sampleRefinement: Refinement = {
	refinementId: sampleIds.refinement,
	testId: sampleIds.test,
	version: 3,
	text: 'creating answers 200, not 201',
	mode: 'refine',
	status: 'applied',
	kind: 'code_change',
	reply: 'this test: 201 → 200',
	summary: '201 → 200',
	diff,
	fields: [],
	baseCodeVersion: 'v1',
	codeVersion: 'v2',
	errorMessage: null,
	createdAt: sampleTimes.created,
	appliedAt: sampleTimes.finished,
};

const said = (input: {text?: string; mode?: string; autoApply?: boolean} | undefined): Refinement => ({
	...sampleRefinement,
	text: input?.text ?? sampleRefinement.text,
	mode: input?.mode ?? 'refine',
	...(input?.autoApply === false ? ready : {}),
});
const ready = {status: 'ready' as const, version: 2, codeVersion: null, appliedAt: null};
const named = (one: Refinement, params: {testId: string; refinementId: string} | undefined): Refinement => ({
	...one,
	testId: params?.testId ?? one.testId,
	refinementId: params?.refinementId ?? one.refinementId,
});

export const refinementSamples: Samples<typeof routes> = {
	refineTest: ({params, body}) => ({...said(body), testId: params?.testId ?? sampleIds.test}),
	refineChain: ({body}) => said(body),
	listRefinements: ({params}) => ({
		items: [{...sampleRefinement, testId: params?.testId ?? sampleIds.test}],
		nextToken: null,
	}),
	getRefinement: ({params}) => named(sampleRefinement, params),
	applyRefinement: ({params}) => named(sampleRefinement, params),
	undoRefinement: ({params}) => named({...sampleRefinement, version: 4, status: 'undone', codeVersion: null}, params),
	discardRefinement: ({params}) => named({...sampleRefinement, ...ready, version: 3, status: 'discarded'}, params),
};
