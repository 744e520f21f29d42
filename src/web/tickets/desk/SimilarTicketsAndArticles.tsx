import { Anchor, List, Text, Title } from '@mantine/core';
import type { TicketDetail } from '#shared/tickets/desk.ts';

interface Properties extends Pick<TicketDetail, 'similar' | 'articles'> {
  onOpen: (ticket: { ticketId: number }) => void;
}

/** Similar tickets and related articles. */
export function SimilarTicketsAndArticles({ similar, articles, onOpen }: Properties) {
  return (
    <>
      {similar.length > 0 && (
        <section aria-label="Similar tickets">
          <Title order={3} size="h5" mb="xs">
            Similar tickets
          </Title>
          <List size="sm">
            {similar.map((ticket) => (
              <List.Item key={ticket.ticketId}>
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  ta="start"
                  onClick={() => onOpen(ticket)}
                >
                  {ticket.subject}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {ticket.institutionName}, {ticket.stage}
                </Text>
              </List.Item>
            ))}
          </List>
        </section>
      )}
      {articles.length > 0 && (
        <section aria-label="Articles that may help">
          <Title order={3} size="h5" mb="xs">
            Articles that may help
          </Title>
          {articles.map(({ articleId, title, body }) => (
            <details key={articleId}>
              <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
                {title}
              </Text>
              <Text size="sm" c="dimmed" my={6} style={{ whiteSpace: 'pre-wrap' }}>
                {body}
              </Text>
            </details>
          ))}
        </section>
      )}
    </>
  );
}
