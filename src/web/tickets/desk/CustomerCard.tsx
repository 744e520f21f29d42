import { Group, List, Text, Title } from '@mantine/core';
import { type ProductKey, products } from '#shared/core/products.ts';
import { scoreText } from '#shared/core/score-text.ts';
import { countText } from '#shared/core/words.ts';
import type { ListedTicket, TicketDetail } from '#shared/tickets/desk.ts';
import { useMomentDayFormatter } from '#web/core/days.ts';
import { CustomerLeavingBadge } from '#web/notices/LeavingBadge.tsx';
import { Change } from '#web/ui/Change.tsx';
import { TierBadge } from '#web/ui/tier/TierBadge.tsx';
import { TicketProductUsagePlot } from './TicketProductUsagePlot.tsx';

const names = (keys: readonly ProductKey[]) => keys.map((key) => products[key].name).join(', ');

/** Ticket's customer: score, product usage, owner and latest touches. */
export function CustomerCard({
  ticket,
  customer,
}: {
  ticket: ListedTicket;
  customer: TicketDetail['customer'];
}) {
  const day = useMomentDayFormatter();
  if (customer === null) return <Text size="sm">{ticket.institutionName} has left.</Text>;
  const unused = customer.productsBought.filter((key) => !customer.productsUsed.includes(key));
  return (
    <section aria-label="Customer">
      <Title order={3} size="h5" mb="xs">
        Customer
      </Title>
      <Group gap="xs">
        {ticket.healthTier !== null && <TierBadge tier={ticket.healthTier} />}
        <CustomerLeavingBadge institutionId={ticket.institutionId} />
        <Text size="sm">
          {ticket.adoptionScore === null ? 'No score' : scoreText(ticket.adoptionScore)}
        </Text>
        {ticket.scoreChange !== null && (
          <Text size="sm">
            <Change value={ticket.scoreChange} unit=" points" digits={1} />
          </Text>
        )}
        {ticket.isAtRisk && <Text size="sm">At risk</Text>}
        <Text size="sm">{countText(ticket.recentTickets, 'ticket')} in the last 14 days</Text>
      </Group>
      <Text size="sm" mt={6}>
        {customer.productsUsed.length === 0
          ? 'No products in use.'
          : `Uses ${names(customer.productsUsed)}.`}{' '}
        {unused.length > 0 && `Bought but unused: ${names(unused)}.`}
      </Text>
      {customer.use.some(({ use }) => use !== null) && ticket.product !== null && (
        <TicketProductUsagePlot product={ticket.product} weeks={customer.use} />
      )}
      <Text size="sm">
        {customer.ownerName === null ? 'No owner in the CRM' : `Owner: ${customer.ownerName}`}
      </Text>
      {customer.touches.length > 0 && (
        <List size="sm" mt={6}>
          {customer.touches.map(({ at, by, text }) => (
            <List.Item key={at + by}>
              {day(at)}, {by}: {text}
            </List.Item>
          ))}
        </List>
      )}
    </section>
  );
}
