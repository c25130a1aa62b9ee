import type {ApiModel} from '../kinds/analyse-api.ts';
import type {PlanOperation} from '../model/operation.ts';

/** Whether a document shows with what somebody logs in: a log-in with made-up values proves nothing. */
export function hasExamples({endpoint: {body}}: PlanOperation, {schemas}: ApiModel): boolean {
	if (body?.sample) return true;
	const view = schemas.view(body?.schema);
	// Where nothing is said to be required, everything is what a caller has to know.
	const needed = view.required.size > 0 ? view.required : view.properties.keys();
	return (
		view.properties.size > 0 &&
		[...needed].every(name => {
			const {words} = schemas.view(view.properties.get(name));
			return words['example'] !== undefined || words['examples'] !== undefined;
		})
	);
}
