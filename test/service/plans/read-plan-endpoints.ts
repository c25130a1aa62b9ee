import {createPacker} from '../../../service/discovery/pack-endpoint.ts';
import {readDocument} from '../../../service/discovery/read-document.ts';
import {pathKey} from '../../../service/domain/endpoint-path.ts';
import type {PlanEndpoint} from '../../../service/plans/model/plan-endpoint.ts';
import {planEndpoint} from '../../../service/plans/model/stored-endpoint.ts';

/**
 * The operations of a description as planning gets them after a discovery: the same readers, equal schemas of answers as
 * one object. Ids count from `ep_0` in the order of the document. Throws `UnreadableDocument`.
 */
export function readPlanEndpoints(bytes: Uint8Array): PlanEndpoint[] {
	const packer = createPacker();
	const schemas = new Map<string, unknown>();
	return [...readDocument(bytes).endpoints].map((found, place) => {
		const {detail, method, path, family, summary, auth, requestShape} = packer.pack(found);
		for (const [name, json] of packer.newShapes()) schemas.set(name, JSON.parse(json));
		return planEndpoint({
			...detail,
			id: `ep_${place}`,
			method,
			path,
			pathKey: pathKey(path),
			callPrefix: '',
			family,
			summary,
			origin: 'document',
			confirmed: true,
			unconfirmedReason: null,
			request: requestShape,
			isSampleGiven: false,
			answers: detail.answers.map(answer => ({
				...answer,
				schema: answer.schema === null ? null : schemas.get(answer.schema),
			})),
			observed: [],
			auth,
			updatedAt: 0,
		});
	});
}
