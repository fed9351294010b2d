import { NewConversation } from '../../conversation/new-conversation';

export default function NewConversationPage() {
  return <NewConversation />;
}
