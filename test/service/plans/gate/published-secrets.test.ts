import {expect, it} from 'vitest';
import {unpublishedSecrets} from '../../../../service/plans/gate/published-secrets.ts';
import {plannedShop} from '../../../http/planned-shop.ts';

it('keeps from a test every secret but the one that the document itself shows', async () => {
	const {http, params} = await plannedShop(/^\/auth/);
	const secretsOf = async () => ['open-sesame', 'open-sesame-of-the-shop', 'sk_4711_unpublished'];
	const kept = await unpublishedSecrets(http.database, secretsOf)(params.projectId);
	expect(kept).toEqual(['open-sesame-of-the-shop', 'sk_4711_unpublished']);
});
